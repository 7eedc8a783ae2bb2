import type { Locator, Page } from "playwright";
import { syncStatus } from "./voice-pages.ts";

/** Opens the list of items that wait to be sent. */
export async function openQueue(page: Page): Promise<Locator> {
  // The waiting items may be sent by themselves at this moment.
  await syncStatus(page, /^(\d+ waiting to send|Everything sent)$/).click();
  return page.getByRole("dialog", { name: "Waiting to send" });
}

/** Taps "Send now", as an impatient person does. */
export async function sendNow(page: Page): Promise<void> {
  const queue = await openQueue(page);
  await queue.getByRole("button", { name: "Send now" }).or(nothingLeft(queue)).click();
  await close(page, queue);
}

const nothingLeft = (queue: Locator) =>
  queue.getByText("Everything you made on this device has arrived.");

async function close(page: Page, queue: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await queue.waitFor({ state: "detached" });
}
