// @module-tag rest

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { axeTrouble } from "../support/e2e/axe.ts";
import { openQueue } from "../support/e2e/queue-dialog.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { recordOffline, signInAs } from "../support/e2e/voice-pages.ts";

const NOT_AGREED = "This browser has not agreed to keep your work";
const AGREED = "This browser keeps what is stored here until you remove it";

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/**
 * Records a note that waits, which makes the app ask the browser to keep the storage. Lost replies
 * keep the note waiting while the test reads the queue.
 */
async function recordWaiting(page: Page): Promise<Locator> {
  stack.network.passage = (_, path) => (path.includes("/functions/") ? "lose-reply" : "pass");
  await recordOffline(stack, page);
  return openQueue(page);
}

/** Lets the note be sent, and checks what the settings say. */
async function settingsSay(page: Page, words: string): Promise<void> {
  stack.network.passage = () => "pass";
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByText(words).waitFor();
  expect(await axeTrouble(page)).toEqual([]);
}

it("when the browser refuses to keep the storage, the queue and the settings say so, and what to do", async () => {
  const browser = await stack.browser("refused");
  const page = await browser.newPage();
  const queue = await recordWaiting(page);
  await queue.getByText(NOT_AGREED).waitFor();
  await queue.getByText("Install Field Agents: choose Install").waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  await settingsSay(page, NOT_AGREED);
  await browser.close();
});

it("when the browser agrees to keep the storage, the settings say so, and the queue says nothing", async () => {
  const browser = await stack.browser("agreed");
  const session = await browser.context.newCDPSession(await browser.newPage());
  const { origin } = new URL(stack.network.url);
  await session.send("Browser.grantPermissions", { origin, permissions: ["durableStorage"] });
  const page = await browser.newPage();
  const queue = await recordWaiting(page);
  await queue.getByRole("button", { name: "Send now" }).waitFor();
  expect(await queue.getByText(NOT_AGREED).count()).toBe(0);
  await settingsSay(page, AGREED);
  await browser.close();
});

it("when the browser can't be asked about the storage, the app claims nothing", async () => {
  const browser = await stack.browser("silent");
  const page = await browser.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(StorageManager.prototype, "persisted"));
  await signInAs(page, stack.network.url, stack.technician);
  await page.goto(`${stack.network.url}/settings`);
  await page.getByText("Ready for use without a signal", { exact: true }).waitFor();
  expect(await page.getByText(NOT_AGREED).or(page.getByText(AGREED)).count()).toBe(0);
  await browser.close();
});
