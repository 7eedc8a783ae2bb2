// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { OUT_OF_ORDER } from "../support/e2e/closed-list.ts";
import { archive, FILE_FAULTS, SEALED_FILE } from "../support/e2e/file-faults.ts";
import { watchLongestTask } from "../support/e2e/longest-task.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { openRow } from "../support/e2e/rows.ts";
import { SCREENS, show, TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { labelOf } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const COMPANY = "Cascade Climate Services";
/** The number of files that are added, and of all files of the company. */
const ADDED = 300;
const ALL = ADDED + 5 + 1;
/** How many rows the test visits with the keyboard. */
const WALKED = 40;
/** A row has at most so many buttons. */
const MOST_BUTTONS = 6;
/** The shortest task that a person who types would notice, in ms. */
const LONG_PAUSE_MS = 100;

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  const sealed = `update public.knowledge_base set file_name = '${SEALED_FILE}', created_at = now()
                  where file_name = 'Archive 301.pdf';`;
  await alterDatabase(stack, archive(COMPANY, ADDED + 1) + sealed + FILE_FAULTS);
  page = await (await stack.browser()).newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.administrator);
  await openTab();
});
beforeEach(() => page.evaluate(() => window.scrollTo(0, 0)));
afterAll(() => stack.stop());

async function openTab(): Promise<void> {
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByText(`${ALL} documents`, { exact: true }).waitFor();
}

const documents = () => page.getByRole("list", { name: "Documents" });
const row = (name: string) =>
  documents()
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const field = () => page.getByRole("searchbox", { name: "Search documents by name" });
const agent = (name: string) => page.getByRole("checkbox", { name });
const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

/** The position in the list, from 1, of the row that has the focus, and the focused button. */
const focused = () =>
  page.evaluate(() => ({
    place: Number(document.activeElement?.closest("li")?.ariaPosInSet ?? 0),
    button: document.activeElement?.textContent,
  }));

it("finds files by name without a noticeable pause, and says when none match", async () => {
  await row(SEALED_FILE).waitFor();
  const longestTask = await watchLongestTask(page);
  await field().pressSequentially("archive 12");
  await page.getByText(`10 of ${ALL} documents`, { exact: true }).waitFor();
  await row("Archive 129.pdf").waitFor();
  await field().pressSequentially("x");
  await page.getByRole("status").getByText("No documents match", { exact: true }).waitFor();
  expect(await documents().count()).toBe(0);
  // Escape empties the field, and the focus stays in it.
  await page.keyboard.press("Escape");
  await page.getByText(`${ALL} documents`, { exact: true }).waitFor();
  expect(await field().evaluate((each) => each === document.activeElement)).toBe(true);
  expect(await longestTask()).toBeLessThan(LONG_PAUSE_MS);
});

it("the Tab key goes row by row, and goes on from the same row after scrolling away", async () => {
  await field().focus();
  const places = new Set<number>();
  for (let press = 0; press < WALKED * MOST_BUTTONS; press += 1) {
    await page.keyboard.press("Tab");
    places.add((await focused()).place);
    if (places.has(WALKED)) break;
  }
  expect([...places]).toEqual(Array.from({ length: WALKED }, (_, index) => index + 1));

  // After scrolling far away, the next Tab still starts from that row.
  const before = await focused();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await documents().locator(`[aria-posinset="${ALL}"]`).waitFor();
  expect(await focused()).toEqual(before);
  await page.keyboard.press("Shift+Tab");
  expect((await focused()).place).toBe(WALKED - 1);
  await page.evaluate(() => window.scrollTo(0, 0));
  await row(SEALED_FILE).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual(before);
});

it("shows the server's reason when an action fails", async () => {
  const sealed = row(SEALED_FILE);
  await sealed.getByRole("button", { name: "Download" }).click();
  await untilToast(page, "alert", "Download failed", "Object not found");

  await sealed.getByRole("button", { name: "Edit access" }).click();
  // Not the box of the same name for the next upload.
  const dialog = page.getByRole("dialog", { name: "Edit access" });
  await dialog.getByRole("checkbox", { name: "Voice Agent" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  const words = "Failed to update agent access. Please try again.";
  await untilToast(page, "alert", "Update Failed", words);
  await sealed.getByText("Label Agent", { exact: true }).waitFor();

  await sealed.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "alert", "Delete failed", "This is sealed.");
  await sealed.getByRole("button", { name: "Delete" }).waitFor();

  await agent("Snap Agent").uncheck();
  const before = (await stack.rows("knowledge_base", "select=id")).length;
  await page.getByLabel("Choose files or drop them here").setInputFiles({
    name: SEALED_FILE,
    mimeType: "text/plain",
    buffer: Buffer.from("Torque: 25 Nm."),
  });
  await untilToast(page, "alert", "Upload failed", `${SEALED_FILE}: This is sealed.`);
  await page.getByRole("button", { name: `Dismiss ${SEALED_FILE}` }).click();
  expect(await stack.rows("knowledge_base", "select=id")).toHaveLength(before);
  // The chosen agents stay, for another try.
  expect(await agent("Label Agent").isChecked()).toBe(true);
  expect(await agent("Snap Agent").isChecked()).toBe(false);

  const closing = await rest<{ id: string }[]>(stack.backend, "service", "POST", "companies", {
    name: OUT_OF_ORDER,
  });
  expect(closing.status).toBe(201);
  await lookAgain();
  await untilToast(page, "alert", "Error loading files", OUT_OF_ORDER);
  expect(await documents().getByRole("listitem").count()).toBeGreaterThan(0);
  await rest(stack.backend, "service", "DELETE", `companies?name=eq.${OUT_OF_ORDER}`);
});

it("is accessible on every screen with hundreds of files, and when no file matches", async () => {
  for (const screen of SCREENS) {
    await show(page, screen);
    await page.reload();
    await openTab();
    await openRow(page, "Documents", SEALED_FILE);
    const trouble = [...(await axeTrouble(page)), ...(await targetTrouble(page))];
    await field().fill("nothing like it");
    await page.getByText("No documents match").waitFor();
    trouble.push(...(await axeTrouble(page)));
    expect(trouble, labelOf(screen)).toEqual([]);
  }
});

it("accepts documents only from an administrator who has a company", async () => {
  const email = `email=eq.${stack.administrator}`;
  const change = { company_id: null };
  const changed = await rest(stack.backend, "service", "PATCH", `profiles?${email}`, change);
  expect(changed.status).toBeLessThan(300);
  await page.reload();
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page
    .getByText("You need to be assigned to a company to upload documents", { exact: true })
    .waitFor();
  expect(await page.getByLabel("Choose files or drop them here").count()).toBe(0);
});
