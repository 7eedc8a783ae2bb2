// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import { openQueue } from "../support/e2e/queue-dialog.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { recordNote, signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const NOT_AGREED = "This browser has not agreed to keep your work";
const AGREED = "This browser keeps what is stored here until you remove it";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** Records a note that waits, which is when the browser is asked. */
async function recordOffline(page: Page): Promise<void> {
  await signInAs(page, stack.network.url, TECHNICIAN);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  try {
    await recordNote(page, 1);
    await page.getByText("Saved on this device.").waitFor();
  } finally {
    stack.network.restore();
  }
}

it("a browser that does not agree to keep the storage: the queue and the settings say so, and what to do", async () => {
  const browser = await stack.browser("refused");
  const page = await browser.newPage();
  // It waits while its dialog is read.
  stack.network.passage = (_, path) => (path.includes("/functions/") ? "lose-reply" : "pass");
  await recordOffline(page);
  const queue = await openQueue(page);
  await queue.getByText(NOT_AGREED).waitFor();
  await queue.getByText("Install Field Agents: choose Install").waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  stack.network.passage = () => "pass";
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByText(NOT_AGREED).waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  await browser.close();
});

it("a browser that agrees: the settings say that, and the queue has no reason to", async () => {
  const browser = await stack.browser("agreed");
  const session = await browser.context.newCDPSession(await browser.newPage());
  const { origin } = new URL(stack.network.url);
  await session.send("Browser.grantPermissions", { origin, permissions: ["durableStorage"] });
  const page = await browser.newPage();
  stack.network.passage = (_, path) => (path.includes("/functions/") ? "lose-reply" : "pass");
  await recordOffline(page);
  const queue = await openQueue(page);
  await queue.getByRole("button", { name: "Send now" }).waitFor();
  expect(await queue.getByText(NOT_AGREED).count()).toBe(0);
  stack.network.passage = () => "pass";
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByText(AGREED).waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  await browser.close();
});

it("a browser without a word for it: nothing is claimed", async () => {
  const browser = await stack.browser("silent");
  const page = await browser.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(StorageManager.prototype, "persisted"));
  await signInAs(page, stack.network.url, TECHNICIAN);
  await page.goto(`${stack.network.url}/settings`);
  await page.getByText("Ready for use without a signal", { exact: true }).waitFor();
  expect(await page.getByText(NOT_AGREED).or(page.getByText(AGREED)).count()).toBe(0);
  await browser.close();
});
