// @module-tag rest
// @module-tag long

import { readFileSync } from "node:fs";
import { AGENT_IDS, agentPage } from "@contracts/agent.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { followTheme } from "../support/e2e/page-checks.ts";
import { SCREENS } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import {
  ADMINISTRATION,
  NOWHERE,
  OPEN,
  OWN,
  openPage,
  TOUR_MS,
  troubleOn,
} from "../support/e2e/tour.ts";
import { untilInstalled } from "../support/e2e/voice-pages.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

it("tours every route of the app", () => {
  const source = readFileSync(new URL("../../src/app/routes.tsx", import.meta.url), "utf8");
  const named = [...source.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path);
  const routes = [...named, ...AGENT_IDS.map(agentPage)];
  expect(routes.sort()).toEqual(Object.keys({ ...OPEN, ...OWN, ...ADMINISTRATION }).sort());
});

it(
  "works by finger, keyboard and screen reader for a visitor, does not move or flash, opens offline",
  async () => {
    const pages = { ...OPEN, ...NOWHERE };
    const browser = await stack.browser();
    const page = await browser.newPage();
    await followTheme(page);
    await page.goto(stack.network.url);
    expect(await troubleOn(browser, page, pages, SCREENS)).toEqual([]);
    await untilInstalled(page);
    await browser.close();

    stack.network.cut();
    const restarted = await (await stack.browser()).newPage();
    for (const [path, heading] of Object.entries(pages)) {
      await openPage(restarted, `${stack.network.url}${path}`, heading);
      expect(new URL(restarted.url()).pathname).toBe(path);
    }
  },
  TOUR_MS,
);
