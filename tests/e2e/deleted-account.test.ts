// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { createTechnician, deleteAccount, proveAddress } from "../support/e2e/accounts.ts";
import { deviceStorage } from "../support/e2e/device-storage.ts";
import { downloadBy, goOnline, openQueue, stackForTests } from "../support/e2e/pages.ts";
import { signInAs, syncStatus, untilInstalled } from "../support/e2e/voice-pages.ts";
import { leaveWaiting } from "../support/e2e/waiting-items.ts";

const stack = stackForTests();

const earlier = (page: Page, notes: string) =>
  page.getByRole("main").getByRole("region", { name: `${notes} from your earlier account` });
const kept = (page: Page) => page.getByRole("region", { name: "Not sent yet" });

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).first().click();
  const signOut = page.getByRole("dialog").getByRole("button", { name: "Sign out" });
  await signOut.or(page.getByRole("button", { name: "Sign In", exact: true })).waitFor();
  if (await signOut.isVisible()) await signOut.click();
  await page.waitForURL("**/auth");
}

/** Signs in, and leaves unsent items on a device that reaches no server. @returns their ids */
async function leaveUnsent(page: Page, email: string, agents: Parameters<typeof leaveWaiting>[3]) {
  await signInAs(page, stack.network.url, email);
  await untilInstalled(page);
  await syncStatus(page, "Everything sent").waitFor();
  stack.network.cut();
  return leaveWaiting(page, stack.network.url, await stack.userId(email), agents);
}

it("unsent items of a deleted account are shown to whoever proves its address, who exports and then discards them", async () => {
  const browser = await stack.browser();
  const page = await browser.newPage();
  await leaveUnsent(page, stack.technician, ["voice", "snap", "ask"]);
  const former = await deleteAccount(stack, stack.technician);
  await goOnline(stack, page);

  await page.waitForURL("**/auth");
  await page.getByRole("alert").filter({ hasText: "Your account was deleted." }).waitFor();
  await kept(page)
    .getByText(/^This device keeps 3 notes that were not sent, the oldest from /)
    .waitFor();
  expect(await kept(page).textContent()).not.toContain("@");

  const created = await createTechnician(stack, stack.technician);
  expect(created).not.toBe(former);
  await signInAs(page, stack.network.url, stack.technician);
  // That an administrator typed the address shows nothing.
  await syncStatus(page, "Everything sent").waitFor();
  expect(await earlier(page, "3 notes").count()).toBe(0);
  await logOut(page);

  await proveAddress(stack, stack.technician);
  await signInAs(page, stack.network.url, stack.technician);
  await earlier(page, "3 notes").waitFor();
  await syncStatus(page, "3 to export").waitFor();
  // They can be exported with and without a network, on every page.
  await page.goto(`${stack.network.url}/history`);
  stack.network.cut();
  await page.reload();
  await syncStatus(page, "3 to export").waitFor();
  const queue = await openQueue(page);
  const listed = queue.getByRole("region", { name: "3 notes from your earlier account" });
  expect(await queue.getByText("Everything you made on this device has arrived.").count()).toBe(0);
  const download = await downloadBy(listed.getByRole("button", { name: "Export" }));
  expect(download.suggestedFilename()).toMatch(/^unsent-notes-\d{4}-\d\d-\d\d\.zip$/);
  await page.keyboard.press("Escape");
  stack.network.restore();

  await page.goto(`${stack.network.url}/dashboard`);
  const shown = earlier(page, "3 notes");
  const discard = shown.getByRole("button", { name: "Discard", exact: true });
  await shown.waitFor();
  expect(await discard.isDisabled()).toBe(true);
  await downloadBy(shown.getByRole("button", { name: "Export" }));
  await discard.click();
  await shown.getByRole("button", { name: "Keep" }).click();
  await syncStatus(page, "3 to export").waitFor();
  await discard.click();
  await shown
    .getByText("Discard 3 notes? What you exported is then nowhere else. This cannot be undone.")
    .waitFor();
  await shown.getByRole("button", { name: "Discard for good" }).click();
  await syncStatus(page, "Everything sent").waitFor();
  await expect.poll(() => deviceStorage(page, former)).toBeNull();
  await logOut(page);
  await page.getByRole("button", { name: "Sign In", exact: true }).waitFor();
  expect(await kept(page).count()).toBe(0);
  await page.close();
});
