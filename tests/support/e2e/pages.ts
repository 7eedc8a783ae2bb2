import type { Download, Locator, Page, ViewportSize } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { rowOf } from "./rows.ts";
import { type Stack, type StackOptions, startStack } from "./stack.ts";
import { signInAs, syncStatus, untilInstalled } from "./voice-pages.ts";

/** Registers the hooks that start a stack, empty until then, before a file's tests, and stop it. */
export function stackForTests(options: StackOptions = {}): Stack {
  const stack = {} as Stack;
  beforeAll(async () => void (await startStack(options, stack)));
  // Without `stop` where it could not start, which is reported then.
  afterAll(() => stack.stop?.());
  return stack;
}

/** The same for each test, so that one that is tried again begins anew. */
export function stackForEachTest(options: StackOptions = {}): Stack {
  const stack = {} as Stack;
  beforeEach(async () => void (await startStack(options, stack)));
  afterEach(() => stack.stop());
  return stack;
}

/**
 * Opens a page of a device on which this person is signed in; ends on the person's start page.
 * @param options.isInstalled waits until the next start needs no network
 */
export async function signedIn(
  stack: Stack,
  email: string,
  options: { device?: string; size?: ViewportSize; isInstalled?: boolean; origin?: string } = {},
): Promise<Page> {
  const page = await (await stack.browser(options.device)).newPage();
  if (options.size !== undefined) await page.setViewportSize(options.size);
  await signInAs(page, options.origin ?? stack.network.url, email);
  if (options.isInstalled === true) await untilInstalled(page);
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

/** Waits for a toast with these words, and closes it: only some are shown at once. */
export async function untilToast(
  page: Page,
  role: "alert" | "status",
  title: string,
  message = "",
): Promise<void> {
  const toast = page
    .getByRole(role)
    .filter({ has: page.getByText(title, { exact: true }) })
    .filter({ hasText: message })
    .first();
  // A click would wait for another toast if this one has closed by itself meanwhile.
  const close = await toast.getByRole("button", { name: "Close" }).elementHandle();
  await close?.evaluate((button) => (button as HTMLElement).click());
  await page.waitForFunction((button) => button?.isConnected !== true, close);
}

export async function openQueue(page: Page): Promise<Locator> {
  // The waiting items may be sent by themselves at this moment.
  await syncStatus(page, /^(\d+ (waiting to send|to export)|Everything sent)$/).click();
  return page.getByRole("dialog", { name: "Waiting to send" });
}

/** Taps "Send now", as an impatient person does. */
export async function sendNow(page: Page): Promise<void> {
  const queue = await openQueue(page);
  const nothingLeft = queue.getByText("Everything you made on this device has arrived.");
  await queue.getByRole("button", { name: "Send now" }).or(nothingLeft).click();
  await page.keyboard.press("Escape");
  await queue.waitFor({ state: "detached" });
}

/**
 * Makes a recording play, and waits until it plays. The page itself looks for that, because a short
 * recording is over before a slow test asks.
 */
export async function untilPlaying(page: Page, play: () => Promise<void>): Promise<void> {
  const playing = page.waitForFunction(() =>
    [...document.querySelectorAll("button")].some((button) =>
      (button.ariaLabel ?? button.textContent).startsWith("Stop playing"),
    ),
  );
  await Promise.all([playing, play()]);
}

/** The entry of a document in the list of the manuals. */
export const manualRow = (page: Page, name: string) => rowOf(page, "Manuals", name);

/** Deletes the logs of the company's agents on the server, and resets the provider. */
export async function forgetTraces({ write, company, provider }: Stack): Promise<void> {
  for (const table of ["agent_logs", "detailed_agent_logs"]) {
    await write("DELETE", `${table}?company_id=eq.${company.id}`);
  }
  provider.reset();
}

export const isFocused = (place: Locator) =>
  place.evaluate((element) => element === document.activeElement);

/** Tells the page, as the browser does, that a person has come back to its tab. */
export const lookAgain = (page: Page) =>
  page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
