// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { overlapTrouble } from "../support/e2e/overlaps.ts";
import { SCREENS, show } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { labelOf, OWN, TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

it(
  "covers nothing with the notice of a lost connection or the offer to install",
  async () => {
    const page = await (await stack.browser()).newPage();
    await signInAs(page, stack.network.url, stack.technician);
    await untilInstalled(page);
    const trouble: string[] = [];
    for (const screen of SCREENS) {
      await show(page, screen);
      await page.goto(`${stack.network.url}/dashboard`);
      await untilSettled(page);
      await page.evaluate(() => {
        const offer = new Event("beforeinstallprompt", { cancelable: true });
        window.dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
      });
      await page.getByRole("region", { name: "Keep Field Agents at hand" }).waitFor();
      trouble.push(...(await overlapTrouble(page)).map((line) => `${labelOf(screen)}: ${line}`));
    }
    await page.context().setOffline(true);
    for (const screen of SCREENS) {
      await show(page, screen);
      for (const path of Object.keys(OWN)) {
        await page.goto(`${stack.network.url}${path}`);
        await page.getByText("Offline. Your work is kept here.").waitFor();
        await page.getByRole("heading", { level: 1 }).waitFor();
        const found = await overlapTrouble(page);
        trouble.push(...found.map((line) => `${path} offline ${labelOf(screen)}: ${line}`));
      }
    }
    expect(trouble).toEqual([]);
  },
  TOUR_MS,
);
