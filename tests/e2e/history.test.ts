// @module-tag rest

import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
});
afterAll(() => stack.stop());

/** By when they were made; the second one was made without a network, and arrived last. */
const IN_ORDER = ["Noon", "In the basement", "Evening before"];
const said = (text: string) => IN_ORDER.find((each) => text.includes(each));

it("shows entries by when they were made, not by when they arrived", async () => {
  const user_id = await stack.userId(stack.technician);
  const log = (said: string, captured_at: string | null, created_at: string) => ({
    ...{ id: crypto.randomUUID(), user_id, agent_type: "voice", input_type: "voice" },
    ...{ input_data: said, output_summary: said, captured_at, created_at },
  });
  const { status } = await rest(stack.backend, "service", "POST", "agent_logs", [
    log("Noon", null, "2026-03-02T12:00:00Z"),
    log("In the basement", "2026-03-01T08:00:00Z", "2026-03-02T15:00:00Z"),
    log("Evening before", "2026-02-28T18:00:00Z", "2026-02-28T18:00:05Z"),
  ]);
  expect(status).toBeLessThan(300);

  const browser = await stack.browser();
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(`${stack.network.url}/history`);
  const entries = page.getByRole("list", { name: "History" }).getByRole("listitem");
  await entries.nth(2).waitFor();
  expect((await entries.allTextContents()).map(said)).toEqual(IN_ORDER);
  expect(browser.consoleTrouble).toEqual([]);
});

it("shows administrators the activity in the same order", async () => {
  const page = await (await stack.browser("administrator")).newPage();
  await signInAs(page, stack.network.url, stack.administrator);
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  for (const width of [1000, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const entries =
      width < 1100
        ? page.getByRole("list", { name: "Activity" }).getByRole("listitem")
        : page.getByRole("table", { name: "Activity" }).locator("tr[data-id]");
    await entries.nth(2).waitFor();
    expect((await entries.allTextContents()).map(said)).toEqual(IN_ORDER);
  }
});
