// @module-tag rest
// @module-tag long

import { afterAll, beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import { followTheme, targetTrouble } from "../support/e2e/page-checks.ts";
import { PHONE, SCREENS, show } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import {
  labelOf,
  NOWHERE,
  OPEN_TO_ALL,
  OWN,
  openPage,
  TOUR_MS,
  troubleOn,
} from "../support/e2e/tour.ts";
import { recordNote, signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

it(
  "works by finger, keyboard and screen reader for a technician, does not move or flash, opens offline",
  async () => {
    const browser = await stack.browser();
    const page = await browser.newPage();
    await followTheme(page);
    await signInAs(page, stack.network.url, stack.technician);
    await untilInstalled(page);
    await openPage(page, `${stack.network.url}/voice-agent`, "Voice Agent");
    await recordNote(page, 1);
    await page.getByText("Full Transcription").waitFor();
    const trouble = await troubleOn(browser, page, OWN, SCREENS);
    // The public pages, in the layout of signed-in people. Two screens are enough, because the
    // pages above cover that layout.
    const [darkPhone, , , lightDesktop] = SCREENS;
    if (darkPhone === undefined || lightDesktop === undefined) throw new Error("Four screens");
    trouble.push(...(await troubleOn(browser, page, OPEN_TO_ALL, [darkPhone, lightDesktop])));

    for (const screen of SCREENS) {
      await show(page, screen);
      await openPage(page, `${stack.network.url}/dashboard`, "Home");
      const overlays = [syncStatus(page, "Everything sent")];
      if (screen.width === PHONE.width) overlays.push(page.getByRole("button", { name: "Menu" }));
      for (const opener of overlays) {
        await opener.click();
        await page.getByRole("dialog").waitFor();
        const found = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
        trouble.push(...found.map((line) => `dialog ${labelOf(screen)}: ${line}`));
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
    }
    expect(trouble).toEqual([]);
    await browser.close();

    stack.network.cut();
    const restarted = await (await stack.browser()).newPage();
    for (const [path, heading] of Object.entries({ ...OPEN_TO_ALL, ...NOWHERE, ...OWN })) {
      await openPage(restarted, `${stack.network.url}${path}`, heading);
      expect(new URL(restarted.url()).pathname).toBe(path);
    }
    const entry = restarted.getByRole("listitem").filter({ hasText: "Voice Agent" });
    await entry.getByRole("button", { name: "Copy" }).waitFor();
    const history = `${stack.network.url}/history?agent=voice`;
    await openPage(restarted, history, "Voice Agent History");
    await openPage(restarted, `${stack.network.url}/voice-agent`, "Voice Agent");
    await restarted.getByText("Tap to start recording").waitFor();
    await openPage(restarted, `${stack.network.url}/`, "Home");
    expect(new URL(restarted.url()).pathname).toBe("/dashboard");
    await restarted.getByText(/^Welcome, (?!Agent)/).waitFor();
  },
  TOUR_MS,
);
