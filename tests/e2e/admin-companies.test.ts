// @module-tag rest

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { refuse } from "../support/e2e/hold-requests.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const REASON = "This is sealed.";
const NORTH = "North & Sons";
const ELSEWHERE = "Elsewhere Ltd";

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin?company=${stack.company.id}`);
});
afterAll(() => stack.stop());

const companies = () => page.getByRole("list", { name: "Companies" });
const isFocused = (locator: Locator) =>
  locator.evaluate((element) => element === document.activeElement);
const row = (name: string) =>
  companies()
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const withoutCompany = () =>
  page.getByRole("list", { name: "Without a company" }).getByRole("listitem");
const managed = () => page.getByLabel("Managing Company");
const create = () => page.getByRole("button", { name: "Create Company" });
const nameField = () => page.getByLabel("Company name");

async function askToDelete(name: string) {
  await row(name).getByRole("button", { name: "Delete" }).click();
  return page.getByRole("dialog", { name: "Delete company?" });
}

it("opens on the list of companies, with the number of people and files of each", async () => {
  await page.getByRole("tab", { name: "Companies", selected: true }).waitFor();
  await row(stack.company.name).getByText("2 users · 5 files").waitFor();
  await row(stack.company.name)
    .getByText(/^Created .*\d{4}/)
    .waitFor();
});

it("says why the companies could not be loaded, and shows those known already", async () => {
  const letPass = await refuse(page, ["GET"], /company_overview/, REASON);
  await page.reload();
  await untilToast(page, "alert", "Error loading companies", REASON);
  await row(stack.company.name).waitFor();
  await letPass();
});

it("finds a company by a part of its name", async () => {
  const box = page.getByRole("searchbox", { name: "Search companies" });
  await box.fill("casc");
  await row(stack.company.name).waitFor();
  await box.fill("zebra");
  await page.getByText("No company has this name").waitFor();
  await box.fill("");
});

it("creates a company that can be managed at once", async () => {
  await nameField().fill("   ");
  await create().click();
  expect(await nameField().evaluate((field) => field === document.activeElement)).toBe(true);
  await untilToast(page, "alert", "Company name required", "Please enter a company name");
  await nameField().fill(`  ${NORTH} `);
  await create().dblclick();
  await untilToast(page, "status", "Company created!");
  await row(NORTH).waitFor();
  expect(await stack.rows("companies", "select=name&name=like.*North*")).toEqual([{ name: NORTH }]);
  await expect.poll(() => nameField().inputValue()).toBe("");
  await managed().selectOption(NORTH);
  // The list shows all companies, so choosing another company does not reload it.
  await row(stack.company.name).waitFor();
});

it("lets only a person with a second factor require one of administrators", async () => {
  const requirement = row(stack.company.name).getByRole("switch", {
    name: "Require a second factor of administrators",
  });
  await requirement.click();
  await untilToast(page, "alert", "Error", "Set up a second factor in Settings");
  await expect.poll(() => requirement.isChecked()).toBe(false);
  expect(await stack.rows("companies", "select=name&require_second_factor=is.true")).toEqual([]);
});

it("shows the server's reason when a company is not created or not deleted", async () => {
  const letCreate = await refuse(page, ["POST"], /companies/, REASON);
  await nameField().fill("Sealed");
  await create().click();
  await untilToast(page, "alert", "Error creating company", REASON);
  expect(await nameField().inputValue()).toBe("Sealed");
  await expect.poll(() => row("Sealed").count()).toBe(0);
  await nameField().fill("");
  await letCreate();

  const letDelete = await refuse(page, ["DELETE"], /companies/, REASON);
  const dialog = await askToDelete(NORTH);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "alert", "Error deleting company", REASON);
  await row(NORTH).waitFor();
  await letDelete();
});

it("shows a company that another super administrator adds, without a reload", async () => {
  await rest(stack.backend, "service", "POST", "companies", { name: ELSEWHERE });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await row(ELSEWHERE).waitFor();
});

it("deletes the managed company with its files at the second try after a lost connection", async () => {
  await managed().selectOption(stack.company.name);
  expect(await withoutCompany().count()).toBe(0);
  const files = await stack.rows("knowledge_base", "select=file_path");
  expect(files).toHaveLength(5);

  let dialog = await askToDelete(stack.company.name);
  await dialog.getByText(/^Warning: 2 people still belong to .* without a company\.$/).waitFor();
  await dialog
    .getByText(
      /with its knowledge base \(5 files\), its prompts, its vocabulary and its golden set\. This/,
    )
    .waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const asking = row(stack.company.name).getByRole("button", { name: "Delete" });
  await expect.poll(() => isFocused(asking)).toBe(true);

  // The deletion stalls at its third file, until the test has seen the progress.
  let asked = 0;
  stack.network.passage = (method, path) =>
    method === "DELETE" && path.startsWith("/storage/") && ++asked > 2 ? "stall" : "pass";
  dialog = await askToDelete(stack.company.name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  const progress = row(stack.company.name)
    .getByRole("status")
    .filter({ hasText: "Deleting... 2 of 5 files" });
  await progress.waitFor();
  await expect.poll(() => isFocused(companies())).toBe(true);
  // The deletion goes on while another tab is open.
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("tab", { name: "Companies" }).click();
  await progress.waitFor();
  stack.network.cut();
  await untilToast(page, "alert", "Error deleting company");
  await row(stack.company.name).waitFor();
  expect(await stack.rows("companies", `select=id&name=eq.${stack.company.name}`)).toHaveLength(1);
  stack.network.passage = () => "pass";
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await row(stack.company.name).getByText("2 users · 3 files").waitFor();
  await expect.poll(() => row(stack.company.name).getByRole("button").isEnabled()).toBe(true);

  dialog = await askToDelete(stack.company.name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row(stack.company.name).waitFor({ state: "detached" });
  await expect.poll(() => isFocused(companies())).toBe(true);
  await untilToast(page, "status", "Company deleted", stack.company.name);
  await expect.poll(() => managed().locator("option:checked").textContent()).toBe(ELSEWHERE);
  expect(await managed().locator("option").allTextContents()).not.toContain(stack.company.name);

  for (const table of ["knowledge_base", "knowledge_chunks", "ai_prompt_settings"]) {
    expect(await stack.rows(table, "select=id")).toEqual([]);
  }
  expect(await stack.rows("companies", `name=eq.${stack.company.name}`)).toEqual([]);
  const { url, secretKey } = stack.backend;
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` };
  for (const { file_path } of files) {
    const object = await fetch(`${url}/storage/v1/object/knowledge-base/${file_path}`, { headers });
    expect(object.ok).toBe(false);
  }
});

it("lists the people whose company was deleted, to be assigned to another one or deleted", async () => {
  const person = (name: string) =>
    withoutCompany().filter({ has: page.getByRole("heading", { name, exact: true }) });
  await person("Taylor Brooks").getByText(stack.technician).waitFor();
  // The viewer, who needs no company, is not listed.
  expect(await withoutCompany().count()).toBe(2);

  const assign = person("Taylor Brooks").getByRole("button", { name: "Assign" });
  expect(await assign.isDisabled()).toBe(true);
  await person("Taylor Brooks").getByLabel("Company").selectOption(NORTH);
  await assign.click();
  await untilToast(page, "status", "Person assigned", "Taylor Brooks: North & Sons");
  await person("Taylor Brooks").waitFor({ state: "detached" });
  await row(NORTH).getByText("1 user ·").waitFor();
  const [north] = await stack.rows("companies", "select=id&name=like.North*");
  expect(await stack.rows("profiles", `select=company_id&email=eq.${stack.technician}`)).toEqual([
    { company_id: north?.id },
  ]);

  await page.getByRole("button", { name: "1 person has no company" }).click();
  const heading = page.getByRole("heading", { name: "Without a company" });
  await expect.poll(() => isFocused(heading)).toBe(true);
  const letPass = await refuse(page, ["PATCH"], /profiles/, REASON);
  await person("Alex Morgan").getByLabel("Company").selectOption(NORTH);
  await person("Alex Morgan").getByRole("button", { name: "Assign" }).click();
  await untilToast(page, "alert", "Error", REASON);
  await person("Alex Morgan").waitFor();
  await letPass();
});

it("changes nothing without a connection, and says why", async () => {
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText("You are offline. Changes can be made when you are back online.").waitFor();
  for (const control of [nameField(), create(), row(ELSEWHERE).getByRole("button")]) {
    expect(await control.isDisabled()).toBe(true);
  }
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => create().isEnabled()).toBe(true);
});
