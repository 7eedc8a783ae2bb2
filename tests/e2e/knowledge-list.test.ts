// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { refuse } from "../support/e2e/hold-requests.ts";
import { stackForTests, untilToast } from "../support/e2e/pages.ts";
import { documentPlace, rowOf } from "../support/e2e/rows.ts";
import { DESKTOP, TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** The newest file; it has no object in the store. */
const NEWEST = "Archive 201.pdf";
/** The addresses of the rows of files. */
const FILES = /rest\/v1\/(knowledge_base|rpc\/\w*version)/;
const REASON = "This is sealed.";
/** The number of files that are added, and of all files of the company. */
const ADDED = 200;
const ALL = ADDED + 5 + 1;
/** How many rows the test visits with the keyboard. */
const WALKED = 20;
/** A row has at most so many buttons. */
const MOST_BUTTONS = 6;

const stack = stackForTests({ withProvider: false });
let page: Page;

beforeAll(async () => {
  const company_id = stack.company.id;
  const archive = Array.from({ length: ADDED + 1 }, (_, at) => ({
    ...{ company_id, file_path: `${company_id}/${at}.pdf`, allowed_agents: ["label_agent"] },
    ...{ file_name: `Archive ${String(at + 1).padStart(3, "0")}.pdf`, kind: "pdf" },
    ...{ size_bytes: 40_000 + at, page_count: 7 },
    created_at: new Date(at === ADDED ? Date.now() : Date.UTC(2026, 0, 1, at)).toISOString(),
  }));
  await stack.write("POST", "knowledge_base", archive);
  page = await (await stack.browser()).newPage();
  page.setDefaultTimeout(60_000);
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.administrator);
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page.getByText(`${ALL} documents`, { exact: true }).waitFor();
});
beforeEach(() => page.evaluate(() => window.scrollTo(0, 0)));

const documents = () => page.getByRole("list", { name: "Documents" });
const row = (name: string) => rowOf(page, "Documents", name);
const field = () => page.getByRole("searchbox", { name: "Search documents by name" });

/** The position in the list, from 1, of the row that has the focus, and the focused button. */
const focused = () =>
  page.evaluate(() => ({
    place: Number(document.activeElement?.closest("li")?.ariaPosInSet ?? 0),
    button: document.activeElement?.textContent,
  }));

it("the Tab key goes row by row, and goes on from the same row after scrolling away", async () => {
  await row(NEWEST).waitFor();
  await field().focus();
  const places = new Set<number>();
  for (let press = 0; press < WALKED * MOST_BUTTONS; press += 1) {
    await page.keyboard.press("Tab");
    const { place } = await focused();
    // 0: the order of the list is chosen above it.
    if (place > 0) places.add(place);
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
  await row(NEWEST).waitFor();
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual(before);
});

it("shows the server's reason when an action fails", async () => {
  const press = (name: string) => row(NEWEST).getByRole("button", { name }).click();
  const inDialog = (name: string) =>
    page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
  await press("Download");
  await untilToast(page, "alert", "Download failed", "Object not found");

  const letPass = await refuse(page, ["PATCH", "DELETE", "POST"], FILES, REASON);
  await press("Edit access");
  await page.getByRole("dialog").getByRole("checkbox", { name: "Voice Agent" }).check();
  await inDialog("Save");
  const words = "Failed to update agent access. Please try again.";
  await untilToast(page, "alert", "Update Failed", words);
  await row(NEWEST).getByText("Label Agent", { exact: true }).waitFor();
  await press("Delete");
  await inDialog("Delete");
  await untilToast(page, "alert", "Delete failed", REASON);
  await row(NEWEST).waitFor();

  await letPass();
});

it("shows the details of one document beside a list of low rows, and the arrow keys choose it", async () => {
  await page.setViewportSize(DESKTOP);
  const details = page.getByRole("region", { name: "Details" });
  const shown = () => details.getByRole("heading").first().textContent();
  const chosen = () => documents().locator("[aria-current=true]").allTextContents();
  await expect.poll(shown).toBe(NEWEST);
  const height = (await row(NEWEST).boundingBox())?.height ?? 0;
  expect(height).toBeLessThanOrEqual(45);
  for (const name of ["Download", "Upload a new version", "Edit access", "Delete"]) {
    await details.getByRole("button", { name, exact: true }).waitFor();
  }
  expect(await row(NEWEST).getByRole("button").count()).toBe(1);

  const second = await documents().locator("[aria-posinset='2'] h3").textContent();
  await row(NEWEST).getByRole("button").focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(shown).toBe(second);
  expect(await chosen()).toEqual([second]);
  await page.keyboard.press("ArrowUp");
  await expect.poll(shown).toBe(NEWEST);
  // The Tab key leaves the list from the chosen row.
  await page.keyboard.press("Tab");
  expect((await focused()).place).toBe(0);

  await field().fill("Archive 100");
  await page.getByText(`1 of ${ALL} documents`).waitFor();
  await expect.poll(shown).toBe("Archive 100.pdf");
  await field().fill("");
  const tenth = await documentPlace(page, "Archive 199.pdf");
  await tenth.getByRole("button", { name: "Edit access" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit access" });
  await dialog.getByText("Archive 199.pdf", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.setViewportSize(TABLET);
});

it("accepts documents only from an administrator who has a company", async () => {
  const email = `email=eq.${stack.administrator}`;
  const change = { company_id: null };
  await stack.write("PATCH", `profiles?${email}`, change);
  await page.reload();
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await page
    .getByText("You need to be assigned to a company to upload documents", { exact: true })
    .waitFor();
  expect(await page.getByRole("button", { name: "Upload files" }).count()).toBe(0);
});
