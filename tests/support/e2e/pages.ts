import type { Download, Locator, Page, ViewportSize } from "playwright";
import type { Stack } from "./stack.ts";
import { signInAs } from "./voice-pages.ts";

/** Opens a page of a device on which this person is signed in; ends on the person's start page. */
export async function signedIn(
  stack: Stack,
  email: string,
  { device, size }: { device?: string; size?: ViewportSize } = {},
): Promise<Page> {
  const page = await (await stack.browser(device)).newPage();
  if (size !== undefined) await page.setViewportSize(size);
  await signInAs(page, stack.network.url, email);
  return page;
}

/** Takes the network away, and has the browser report it as it does on a device. */
export async function goOffline({ network }: Stack, page: Page): Promise<void> {
  network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
}

/** Brings the network back, and has the browser report it. */
export async function goOnline({ network }: Stack, page: Page): Promise<void> {
  network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
}

/** Presses a button that saves a file. */
export async function downloadBy(button: Locator): Promise<Download> {
  const [download] = await Promise.all([button.page().waitForEvent("download"), button.click()]);
  return download;
}
