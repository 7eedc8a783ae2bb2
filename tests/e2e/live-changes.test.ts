// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { ADMINISTRATOR, type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** Less than the half minute after which a list is asked for anyway, in milliseconds. */
const SOON = 10_000;

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, ADMINISTRATOR);
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("list", { name: "Team Members" }).waitFor();
});
afterAll(() => stack.stop());

/** Renames the technician, as somebody elsewhere would. */
async function rename(name: string): Promise<void> {
  const path = `profiles?email=eq.${TECHNICIAN}`;
  const { status } = await rest(stack.backend, "service", "PATCH", path, { full_name: name });
  expect(status).toBe(204);
}

const heading = (name: string) => page.getByRole("heading", { name: new RegExp(`^${name}`) });

it("what another person changes shows at once, also after the connection was lost", async () => {
  await rename("Robin Renamed");
  await heading("Robin Renamed").waitFor({ timeout: SOON });
  expect(browser.consoleTrouble).toEqual([]);

  stack.network.cut();
  await page.getByText("Offline").first().waitFor();
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  let times = 0;
  const renamed = async () => {
    times += 1;
    await rename(`Robin Again ${times}`);
    return await heading("Robin Again").count();
  };
  await expect.poll(renamed, { timeout: SOON, interval: 1000 }).toBe(1);
});
