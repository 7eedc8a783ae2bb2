// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { refuse } from "../support/e2e/hold-requests.ts";
import { isFocused, signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { TABLET } from "../support/e2e/screens.ts";

const NORTH = "North & Sons";

const stack = stackForTests({ withProvider: false, ownBackend: true });
let page: Page;

beforeAll(async () => {
  page = await signedIn(stack, stack.superAdministrator, { size: TABLET });
  await page.goto(`${stack.network.url}/admin?company=${stack.company.id}`);
});

const companies = () => page.getByRole("list", { name: "Companies" });
const row = (name: string) => rowOf(page, "Companies", name);
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
  await page.getByText("DEMO=delete").waitFor();
  await row(stack.company.name)
    .getByText(/^Created .*\d{4}/)
    .waitFor();
});

it("creates a company that can be managed at once", async () => {
  await nameField().fill("   ");
  await create().click();
  expect(await isFocused(nameField())).toBe(true);
  await untilToast(page, "alert", "Company name required", "Please enter a company name");
  await nameField().fill(`  ${NORTH} `);
  const letPass = await refuse(page, ["POST"], /companies/, "This is sealed.");
  await create().click();
  await untilToast(page, "alert", "Error creating company", "This is sealed.");
  expect(await nameField().inputValue()).toContain(NORTH);
  await letPass();
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

it("deletes the managed company with its files, after asking", async () => {
  await managed().selectOption(stack.company.name);
  expect(await withoutCompany().count()).toBe(0);
  const files = await stack.rows("knowledge_base", "select=file_path");
  expect(files).toHaveLength(5);

  let dialog = await askToDelete(stack.company.name);
  await dialog.getByText(/^Warning: 2 people still belong to .* without a company\.$/).waitFor();
  await dialog
    .getByText(
      /with its knowledge base \(5 files\), its prompts, its vocabulary, its golden set, its jobs and its webhooks with their deliveries\. This/,
    )
    .waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const asking = row(stack.company.name).getByRole("button", { name: "Delete" });
  await expect.poll(() => isFocused(asking)).toBe(true);

  dialog = await askToDelete(stack.company.name);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row(stack.company.name).waitFor({ state: "detached" });
  await expect.poll(() => isFocused(companies())).toBe(true);
  await untilToast(page, "status", "Company deleted", stack.company.name);
  await expect.poll(() => managed().locator("option:checked").textContent()).toBe(NORTH);
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
});
