// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startStack } from "../support/e2e/stack.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

// It depends on timing whether the browser freezes the first page while its database is half
// created: one device would often miss it, so the test uses several.
it.each([1, 2, 3, 4, 5, 6])(
  "device %i: a first page left at once does not hold up the next",
  async (device) => {
    const browser = await stack.browser(`device-${device}`);
    const page = await browser.newPage();
    await page.goto(`${stack.network.url}/auth`);
    await page.goto(`${stack.network.url}/`);
    await page.getByRole("heading", { level: 1 }).waitFor({ timeout: 15_000 });
    expect(browser.consoleTrouble).toEqual([]);
    await browser.close();
  },
);
