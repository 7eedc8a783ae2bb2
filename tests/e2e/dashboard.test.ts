// @module-tag rest

import type { Page } from "playwright";
import { expect, it } from "vitest";
import { signedIn, stackForEachTest } from "../support/e2e/pages.ts";
import { recordNote } from "../support/e2e/voice-pages.ts";

const NOTHING = /^You can't use an agent yet\. Ask your administrator/;

const SMALL_PHONE = { width: 360, height: 640 };

const LOGS = [
  {
    ...{ id: crypto.randomUUID(), agent_type: "voice", input_type: "voice" },
    ...{ input_data: "Um, the pump was replaced.", output_summary: "The pump was replaced." },
    ...{ created_at: new Date().toISOString(), captured_at: null },
  },
] as const;

const stack = stackForEachTest();
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

it("records a note with two taps, shows it as the last entry, and opens it from there", async () => {
  const page = await signedIn(stack, stack.technician, { device: "recorder", size: SMALL_PHONE });
  const record = page.getByRole("link", { name: "Record", exact: true });
  const cards = page.getByRole("link", { name: /^Voice Agent/ }).last();
  const [above, below] = await Promise.all([record.boundingBox(), cards.boundingBox()]);
  expect(above?.y).toBeLessThan(below?.y ?? 0);
  await record.click();
  await page.getByRole("button", { name: "Stop recording" }).click();
  await page.getByText("Saved on this device.").waitFor();

  // A reload of the recorder's page starts no recording.
  await page.reload();
  await page.getByRole("button", { name: "Start recording" }).waitFor();
  const [log] = LOGS;
  await stack.write("POST", "agent_logs", [
    { ...log, user_id: await stack.userId(stack.technician) },
  ]);
  await page.goto(`${stack.network.url}/dashboard`);
  const last = page.getByRole("link", { name: /The pump was replaced/ });
  await last.scrollIntoViewIfNeeded();
  // The place is noted once the page rests.
  await page.waitForFunction(() => /"top":[1-9]/.test(Object.values(sessionStorage).join()));
  await last.click();
  await page.waitForURL(`**/history?entry=${log.id}`);
  await page.goBack();
  await last.waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
});

it("finds entries and passages of manuals from the start page, without a network too, and comes back to them", async () => {
  const [log] = LOGS;
  await stack.write("POST", "agent_logs", [
    { ...log, user_id: await stack.userId(stack.technician) },
  ]);
  const page = await signedIn(stack, stack.technician, { device: "searcher", isInstalled: true });
  const box = page.getByRole("searchbox", { name: "Search history and manuals" });
  const entries = page.getByRole("region", { name: "Your history" });
  const manuals = page.getByRole("region", { name: "Manuals" });
  await box.fill("total charge line of 30 m");
  await manuals.getByText("the total charge comes to 2.15 kg.").waitFor();
  await entries.getByText("No entry fits this search.").waitFor();
  stack.network.cut();
  await box.fill("replced pump");
  await entries.getByText("1 entry", { exact: true }).waitFor();
  await entries.getByText("Showing results for replaced").waitFor();
  await box.fill("refrigerant charge for a line of 30 m");
  await page.keyboard.press("Enter");
  await manuals
    .getByRole("button", { name: /^Northwind HP-240 .* p\. \d+/ })
    .first()
    .click();
  const reader = page.getByRole("dialog", { name: /HP-240/ });
  await reader.getByText("the total charge comes to 2.15 kg.").first().waitFor();
  await page.goBack();
  await reader.waitFor({ state: "detached" });
  await box.fill("pump");
  await entries.getByRole("link", { name: /The pump was replaced/ }).click();
  await page.getByRole("article").getByText("Um, the pump was replaced.").waitFor();
  await page.goBack();
  await expect.poll(() => box.inputValue()).toBe("pump");
  await entries.getByRole("link", { name: "Search the whole history" }).click();
  await page.waitForURL("**/history?search=pump");
  stack.network.restore();
});

it("shows a note's text and its copy for the CRM on a small phone, beside the next recording", async () => {
  const page = await signedIn(stack, stack.technician, { device: "copier", size: SMALL_PHONE });
  await page.goto(`${stack.network.url}/voice-agent`);
  await recordNote(page, 2);
  await page.getByRole("heading", { name: "Full Transcription" }).waitFor();
  const bar = await page.getByRole("navigation", { name: "Shortcuts" }).boundingBox();
  for (const shown of ["Start recording", "Copy for CRM"]) {
    const box = await page.getByRole("button", { name: shown }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), shown).toBeLessThan(bar?.y ?? 0);
  }
  const text = await page.getByText("Word for word").boundingBox();
  expect(text?.y).toBeLessThan((bar?.y ?? 0) - 60);
});
