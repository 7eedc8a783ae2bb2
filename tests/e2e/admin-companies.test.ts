import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { targetTrouble } from "../support/e2e/page-checks.ts";
import { SEAL, SEALED, untilToast } from "../support/e2e/people.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const SUPER = "super@demo.example";
const DEMO = "Cascade Climate Services";

let stack: Stack;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await alterDatabase(
    stack,
    // Before the seal: then there is a company that cannot be deleted.
    `insert into public.companies (name) values ('${SEALED}'); ${SEAL}`,
  );
  page = await (await stack.browser()).newPage();
  await signInAs(page, stack.network.url, SUPER);
  await page.goto(`${stack.network.url}/admin`);
});
afterAll(() => stack.stop());

const row = (name: string) =>
  page
    .getByRole("list", { name: "Companies" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true }) });
const create = () => page.getByRole("button", { name: "Create Company" });
const nameField = () => page.getByLabel("Company name");

async function askToDelete(name: string) {
  await row(name).getByRole("button", { name: "Delete" }).click();
  return page.getByRole("dialog", { name: "Delete company?" });
}

it("opens on the companies, with how many people and files each has", async () => {
  await page.getByRole("tab", { name: "Companies", selected: true }).waitFor();
  await row(DEMO).getByText("2 users · 5 files").waitFor();
  await row(DEMO)
    .getByText(/^Created .*\d{4}/)
    .waitFor();
  await row(SEALED).getByText("0 users · 0 files").waitFor();
});

it("creates a company, which can be managed at once", async () => {
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
  expect(await nameField().inputValue()).toBe("");
  await page.getByLabel("Managing Company").selectOption("North & Sons");
  // The list is of all companies: it does not begin anew.
  await row(DEMO).waitFor();
});

it("says in the server's words why it is not created, and keeps the name", async () => {
  await nameField().fill(SEALED);
  await create().click();
  await untilToast(page, "alert", "Error creating company", "This is sealed.");
  expect(await nameField().inputValue()).toBe(SEALED);
  await expect.poll(() => row(SEALED).count()).toBe(1);
  await nameField().fill("");
});

it("says in the server's words why it is not deleted, and shows it again", async () => {
  const dialog = await askToDelete(SEALED);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "alert", "Error deleting company", "This is sealed.");
  await row(SEALED).waitFor();
});

it("shows what another super administrator does, without a reload", async () => {
  await rest(stack.backend, "service", "POST", "companies", { name: "Elsewhere Ltd" });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await row("Elsewhere Ltd").waitFor();
});

it("changes nothing without a connection, says why, and serves a phone", async () => {
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
