// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { signedIn, stackForEachTest } from "../support/e2e/pages.ts";

const NOTHING = /^You can't use an agent yet\. Ask your administrator/;

const stack = stackForEachTest({ withProvider: false });
const cards = (page: Page) => page.getByRole("main").getByRole("listitem");

async function change(email: string, changes: Record<string, unknown>): Promise<void> {
  const path = `profiles?email=eq.${email}`;
  await stack.write("PATCH", path, changes);
}

it("says on the card of a closed agent whom to ask, and leads nowhere from it", async () => {
  await change(stack.technician, { can_use_snap_agent: false });
  const page = await signedIn(stack, stack.technician, { device: "technician" });
  const browser = stack.browserOf(page);
  const snap = cards(page).filter({ hasText: "Snap Agent" });
  await snap.getByText("You don't have access yet. Ask your administrator.").waitFor();
  expect(await snap.getByRole("link").count()).toBe(0);
  expect(await cards(page).getByRole("link").count()).toBe(2);
  expect(await page.getByRole("link", { name: "Admin" }).count()).toBe(0);

  await change(stack.technician, {
    ...{ can_use_voice_agent: false, can_use_label_agent: false, company_id: null },
  });
  await page.reload();
  await page.getByText(NOTHING).waitFor();
  expect(await page.getByRole("main").getByText("Ask your administrator").count()).toBe(1);
  expect(await cards(page).getByRole("link").count()).toBe(0);
  expect(browser.consoleTrouble).toEqual([]);
});

it("has the three cards for a super administrator too, and Admin in the menu", async () => {
  const page = await signedIn(stack, stack.superAdministrator, { device: "super" });
  await page.waitForURL("**/dashboard");
  const names = ["Voice Agent", "Snap Agent", "Label Agent"];
  await expect.poll(() => cards(page).count()).toBe(names.length);
  for (const name of names) await cards(page).filter({ hasText: name }).waitFor();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Admin", exact: true }).click();
  await page.getByRole("tab", { name: "Companies", selected: true }).waitFor();
});
