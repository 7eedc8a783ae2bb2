// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { goOffline, goOnline, stackForTests } from "../support/e2e/pages.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** How often a visible list is asked for anyway, in milliseconds. */
const EVERY_MS = 30_000;

const stack = stackForTests({ withProvider: false });
let browser: ChromiumProcess;
let page: Page;
/** Whether the server has said that it reports changes of people to the page. */
let isFollowed = false;

beforeAll(async () => {
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
  await page.addInitScript(askNeverAnyway, EVERY_MS);
  page.on("websocket", (socket) => {
    socket.on("framereceived", ({ payload }) => {
      const text = String(payload);
      if (text.includes("phx_reply") && text.includes('"table":"profiles"')) isFollowed = true;
    });
  });
  await signInAs(page, stack.network.url, stack.administrator);
  await page.getByRole("list", { name: "Team Members" }).waitFor();
});

/**
 * Runs in the page before the app's own code: the list is asked for only when there is a reason to,
 * so that the test need not be faster than the next time it would be.
 */
function askNeverAnyway(every: number): void {
  const repeat = window.setInterval.bind(window);
  Object.assign(window, {
    setInterval: (work: () => void, ms: number) => (ms === every ? 0 : repeat(work, ms)),
  });
}

/** Renames the technician, as somebody elsewhere would. */
async function rename(name: string): Promise<void> {
  const path = `profiles?email=eq.${stack.technician}`;
  await stack.write("PATCH", path, { full_name: name });
}

const heading = (name: string) => page.getByRole("heading", { name: new RegExp(`^${name}`) });

it("what another person changes shows at once, also after the connection was lost", async () => {
  await expect.poll(() => isFollowed).toBe(true);
  await rename("Robin Renamed");
  await heading("Robin Renamed").waitFor();
  expect(browser.consoleTrouble).toEqual([]);

  await goOffline(stack, page);
  await page.getByText("Offline").first().waitFor();
  isFollowed = false;
  await goOnline(stack, page);
  await expect.poll(() => isFollowed).toBe(true);
  await rename("Robin Again");
  await heading("Robin Again").waitFor();
});
