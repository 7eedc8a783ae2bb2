// @module-tag rest

import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { DESKTOP, PHONE, SCREENS, show } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const LEADS = [
  { name: "Ann", company: "Cedar", status: "new", phone: "+1 (503) 555-0100" },
  { name: "bob", company: "alder 10", status: "qualified", current_crm: "ServiceTitan" },
  { name: "Cy", company: "Alder 9", status: "new", notes: "=1+1, wants a demo" },
  { name: "Dee", company: "Birch", status: "not_interested", field_tech_count: "200" },
];

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  const rows = LEADS.map((lead, index) => ({
    email: `${lead.name.toLowerCase()}@prospect.example`,
    phone: "1",
    field_tech_count: "5",
    current_crm: "None",
    notes: null,
    created_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    ...lead,
  }));
  const reply = await rest(stack.backend, "service", "POST", "contact_form_submissions", rows);
  expect(reply.status).toBe(201);
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, stack.administrator);
});
afterAll(() => stack.stop());

const shown = () => page.getByRole("article").getByRole("heading").allTextContents();
const untilShown = (names: readonly string[]) => expect.poll(shown).toEqual(names);
const choose = (status: string) =>
  page.getByRole("radio", { name: new RegExp(`^${status}`) }).check();
const untilAddress = (search: string) => expect.poll(() => new URL(page.url()).search).toBe(search);

it("is reached by its own name, and counts the requests of each status", async () => {
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("link", { name: "Contact Form Submissions" }).click();
  await page.getByRole("heading", { level: 1, name: "Contact Form Submissions" }).waitFor();
  await untilShown(["Dee", "Cy", "bob", "Ann"]);
  const counts = page.getByRole("group", { name: "Show" }).locator("label");
  expect(await counts.allTextContents()).toEqual([
    "All 4",
    "New 2",
    "Contacted 0",
    "Qualified 1",
    "Not Interested 1",
  ]);
});

it("keeps order, status and search in the address, for a reload and for back", async () => {
  const sort = page.getByLabel("Sort by");
  await sort.selectOption("Company");
  await untilShown(["Cy", "bob", "Dee", "Ann"]);
  await sort.selectOption("Name");
  await untilShown(["Ann", "bob", "Cy", "Dee"]);
  await sort.selectOption("Status");
  await untilShown(["Cy", "Ann", "bob", "Dee"]);
  await sort.selectOption("Oldest first");
  await untilShown(["Ann", "bob", "Cy", "Dee"]);
  await choose("New");
  await untilShown(["Ann", "Cy"]);
  await page.getByLabel("Search").fill("demo");
  await untilShown(["Cy"]);
  await untilAddress("?status=new&sort=submitted&search=demo");
  await page.reload();
  await untilShown(["Cy"]);
  expect(await page.getByLabel("Search").inputValue()).toBe("demo");
  await page.getByRole("link", { name: "Back to Admin" }).click();
  await page.getByRole("heading", { level: 1, name: "Admin Dashboard" }).waitFor();
  await page.goBack();
  await untilShown(["Cy"]);
  await choose("All");
  await page.getByLabel("Search").fill("");
  await untilAddress("?sort=submitted");
});

it("finds a request by every field", async () => {
  for (const [text, names] of [
    ["503 555 0100", ["Ann"]],
    ["titan", ["bob"]],
    ["wants cy", ["Cy"]],
    ["200", ["Dee"]],
    ["DEE@prospect", ["Dee"]],
    ["alder", ["bob", "Cy"]],
  ] as const) {
    await page.getByLabel("Search").fill(text);
    await untilShown(names);
  }
});

it("exports what is shown, without formulas and in UTC", async () => {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^contact-submissions-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe(
    `"2026-01-03T00:00:00.000Z","Alder 9","Cy","cy@prospect.example","1","5","None","New","'=1+1, wants a demo"`,
  );
});

it("stays where it is while it is answered, until the filter changes", async () => {
  await page.getByLabel("Search").fill("");
  await choose("New");
  await untilShown(["Ann", "Cy"]);
  const status = page.getByRole("article").first().getByLabel("Status");
  await status.focus();
  await status.selectOption("contacted");
  await page.getByRole("radio", { name: /^Contacted 1/ }).waitFor();
  await untilShown(["Ann", "Cy"]);
  await choose("Contacted");
  await untilShown(["Ann"]);
});

it("is a table on wide screens, sorted by its headings, with the card beside it", async () => {
  await page.setViewportSize(DESKTOP);
  await page.goto(`${stack.network.url}/contact-submissions`);
  const names = () => page.getByRole("rowheader").allTextContents();
  await expect.poll(names).toEqual(["Dee", "Cy", "bob", "Ann"]);
  const heading = (name: string) => page.getByRole("columnheader", { name });
  await heading("Company").getByRole("button").click();
  await expect.poll(names).toEqual(["Cy", "bob", "Dee", "Ann"]);
  await untilAddress("?sort=company");
  await heading("Status").getByRole("button").click();
  await expect.poll(names).toEqual(["Cy", "Ann", "bob", "Dee"]);
  await page.getByRole("rowheader", { name: "Cy" }).getByRole("button").click();
  const card = page.getByRole("article");
  await card.getByRole("heading", { name: "Cy" }).waitFor();
  await card.getByLabel("Status").selectOption("not_interested");
  await page.getByRole("radio", { name: /^Not Interested 2/ }).waitFor();
  // It keeps its place while it is answered.
  expect(await names()).toEqual(["Cy", "Ann", "bob", "Dee"]);
  await card.getByLabel("Notes").fill("Called");
  await card.getByRole("button", { name: "Save Notes" }).click();
  await untilToast(page, "status", "Notes Saved");
});

it("fits a phone and a desktop in both themes", async () => {
  for (const screen of SCREENS) {
    await show(page, screen);
    await page.reload();
    await page.getByText("4 submissions").waitFor();
    if (screen.width === DESKTOP.width) {
      await page.getByRole("rowheader").first().getByRole("button").click();
    }
    await page.getByRole("article").first().waitFor();
    expect([screen, await axeTrouble(page), await targetTrouble(page)]).toEqual([screen, [], []]);
  }
});
