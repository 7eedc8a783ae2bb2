// @module-tag rest

import type { Locator, Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { closable, OUT_OF_ORDER } from "../support/e2e/closed-list.ts";
import { keyboardTrouble } from "../support/e2e/keyboard-walk.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { SEAL, SEALED } from "../support/e2e/people.ts";
import { PHONE, TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const DEMO = "Cascade Climate Services";

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(
    stack,
    // Inserted before the SEAL, so that there is a company that cannot be deleted.
    `insert into public.companies (name) values ('${SEALED}'); ${SEAL} ${closable("companies")}`,
  );
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin`);
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
  await row(DEMO).getByText("2 users · 5 files").waitFor();
  await row(DEMO)
    .getByText(/^Created .*\d{4}/)
    .waitFor();
  await row(SEALED).getByText("0 users · 0 files").waitFor();
});

it("says why the companies could not be loaded, and shows those known already", async () => {
  await rest(stack.backend, "service", "POST", "companies", { name: OUT_OF_ORDER });
  await page.reload();
  await untilToast(page, "alert", "Error loading companies", OUT_OF_ORDER);
  await row(DEMO).waitFor();
  await rest(stack.backend, "service", "DELETE", `companies?name=eq.${OUT_OF_ORDER}`);
});

it("creates a company that can be managed at once", async () => {
  await nameField().fill("   ");
  await create().click();
  expect(await nameField().evaluate((field) => field === document.activeElement)).toBe(true);
  await untilToast(page, "alert", "Company name required", "Please enter a company name");
  await nameField().fill("  North & Sons ");
  await create().dblclick();
  await untilToast(page, "status", "Company created!");
  await row("North & Sons").waitFor();
  expect(await stack.rows("companies", "select=name&name=like.*North*")).toEqual([
    { name: "North & Sons" },
  ]);
  await expect.poll(() => nameField().inputValue()).toBe("");
  await managed().selectOption("North & Sons");
  // The list shows all companies, so choosing another company does not reload it.
  await row(DEMO).waitFor();
});

it("lets only a person with a second factor require one of administrators", async () => {
  const requirement = row(DEMO).getByRole("switch", {
    name: "Require a second factor of administrators",
  });
  await requirement.click();
  await untilToast(page, "alert", "Error", "Set up a second factor in Settings");
  await expect.poll(() => requirement.isChecked()).toBe(false);
  expect(await stack.rows("companies", "select=name&require_second_factor=is.true")).toEqual([]);
});

it("shows the server's reason when a company is not created, and keeps the typed name", async () => {
  await nameField().fill(SEALED);
  await create().click();
  await untilToast(page, "alert", "Error creating company", "This is sealed.");
  expect(await nameField().inputValue()).toBe(SEALED);
  await expect.poll(() => row(SEALED).count()).toBe(1);
  await nameField().fill("");
});

it("shows the server's reason when a company is not deleted, and lists it again", async () => {
  const dialog = await askToDelete(SEALED);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "alert", "Error deleting company", "This is sealed.");
  await row(SEALED).waitFor();
});

it("shows a company that another super administrator adds, without a reload", async () => {
  await rest(stack.backend, "service", "POST", "companies", { name: "Elsewhere Ltd" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await row("Elsewhere Ltd").waitFor();
});

it("deletes the managed company with its files at the second try after a lost connection", async () => {
  await managed().selectOption(DEMO);
  expect(await withoutCompany().count()).toBe(0);
  const files = await stack.rows("knowledge_base", "select=file_path");
  expect(files).toHaveLength(5);

  let dialog = await askToDelete(DEMO);
  await dialog.getByText(/^Warning: 2 people still belong to .* without a company\.$/).waitFor();
  await dialog
    .getByText(
      /with its knowledge base \(5 files\), its prompts, its vocabulary and its golden set\. This/,
    )
    .waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const asking = row(DEMO).getByRole("button", { name: "Delete" });
  await expect.poll(() => isFocused(asking)).toBe(true);

  // The deletion stalls at its third file, until the test has seen the progress.
  let asked = 0;
  stack.network.passage = (method, path) =>
    method === "DELETE" && path.startsWith("/storage/") && ++asked > 2 ? "stall" : "pass";
  dialog = await askToDelete(DEMO);
  await dialog.getByRole("button", { name: "Delete" }).click();
  const progress = row(DEMO).getByRole("status").filter({ hasText: "Deleting... 2 of 5 files" });
  await progress.waitFor();
  await expect.poll(() => isFocused(companies())).toBe(true);
  // The deletion goes on while another tab is open.
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("tab", { name: "Companies" }).click();
  await progress.waitFor();
  stack.network.cut();
  await untilToast(page, "alert", "Error deleting company");
  await row(DEMO).waitFor();
  expect(await stack.rows("companies", `select=id&name=eq.${DEMO}`)).toHaveLength(1);
  stack.network.passage = () => "pass";
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await row(DEMO).getByText("2 users · 3 files").waitFor();
  await expect.poll(() => row(DEMO).getByRole("button").isEnabled()).toBe(true);

  dialog = await askToDelete(DEMO);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row(DEMO).waitFor({ state: "detached" });
  await expect.poll(() => isFocused(companies())).toBe(true);
  await untilToast(page, "status", "Company deleted", DEMO);
  await expect.poll(() => managed().locator("option:checked").textContent()).toBe("Elsewhere Ltd");
  expect(await managed().locator("option").allTextContents()).not.toContain(DEMO);

  for (const table of ["knowledge_base", "knowledge_chunks", "ai_prompt_settings"]) {
    expect(await stack.rows(table, "select=id")).toEqual([]);
  }
  expect(await stack.rows("companies", `name=eq.${DEMO}`)).toEqual([]);
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
  expect(await keyboardTrouble(page)).toEqual([]);
  expect([...(await axeTrouble(page)), ...(await targetTrouble(page))]).toEqual([]);

  const assign = person("Taylor Brooks").getByRole("button", { name: "Assign" });
  expect(await assign.isDisabled()).toBe(true);
  await person("Taylor Brooks").getByLabel("Company").selectOption("North & Sons");
  await assign.click();
  await untilToast(page, "status", "Person assigned", "Taylor Brooks: North & Sons");
  await person("Taylor Brooks").waitFor({ state: "detached" });
  await row("North & Sons").getByText("1 user ·").waitFor();
  const [north] = await stack.rows("companies", "select=id&name=like.North*");
  expect(await stack.rows("profiles", "select=company_id&email=like.tech*")).toEqual([
    { company_id: north?.id },
  ]);

  await rest(stack.backend, "service", "PATCH", "profiles?email=like.admin*", {
    full_name: SEALED,
  });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await person(SEALED).getByLabel("Company").selectOption("North & Sons");
  await person(SEALED).getByRole("button", { name: "Assign" }).click();
  await untilToast(page, "alert", "Error", "This is sealed.");
  await person(SEALED).waitFor();
});

it("changes nothing without a connection, says why, and works on a phone", async () => {
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText("You are offline. Changes can be made when you are back online.").waitFor();
  for (const control of [nameField(), create(), row("Elsewhere Ltd").getByRole("button")]) {
    expect(await control.isDisabled()).toBe(true);
  }
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => create().isEnabled()).toBe(true);
  await page.setViewportSize(PHONE);
  expect([...(await axeTrouble(page)), ...(await targetTrouble(page))]).toEqual([]);
});
