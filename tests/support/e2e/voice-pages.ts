import type { Page } from "playwright";
import { PASSWORD, type Stack } from "./stack.ts";

/** Opens the app and signs in as a demo person; ends on that person's start page. */
export async function signInAs(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/(dashboard|admin)$/);
}

/** Waits until the service worker controls the page, so that the next start needs no network. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Records on the Voice Agent page until the timer shows that many seconds, and stops. */
export async function recordNote(page: Page, seconds: number): Promise<void> {
  await page.getByRole("button", { name: "Start recording" }).click();
  await untilTimer(page, seconds);
  await page.getByRole("button", { name: "Stop recording" }).click();
}

/**
 * Records a note of one second on a page that the service worker serves, while there is no network.
 * @param meanwhile runs before the network is back
 */
export async function recordOffline(
  stack: Pick<Stack, "network" | "technician">,
  page: Page,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  await signInAs(page, stack.network.url, stack.technician);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/voice-agent`);
  stack.network.cut();
  try {
    await recordNote(page, 1);
    await page.getByText("Saved on this device.").waitFor();
    await meanwhile();
  } finally {
    stack.network.restore();
  }
}

/** Waits until the recording's timer shows at least that many seconds. */
export async function untilTimer(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const shown = /(\d+):(\d\d)/.exec(document.querySelector("main")?.textContent ?? "");
      return shown !== null && Number(shown[1]) * 60 + Number(shown[2]) >= wanted;
    },
    seconds,
    { timeout: (seconds + 60) * 1000 },
  );
}

export function syncStatus(page: Page, name: string | RegExp) {
  return page.getByRole("button", { name });
}
