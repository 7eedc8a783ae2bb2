// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { alterDatabase } from "../support/e2e/alter-database.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { refuse } from "../support/e2e/hold-requests.ts";
import { watchLongestTask } from "../support/e2e/longest-task.ts";
import { crowd } from "../support/e2e/people.ts";
import { PHONE, TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

/** A pause that everybody notices, in ms, with room for a busy machine that stretches each task. */
const LONG_PAUSE_MS = 250;

const TAYLOR = "Taylor Brooks";

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  await alterDatabase(stack, crowd("Crowd Ltd", 5000));
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
  await signInAs(page, stack.network.url, stack.administrator);
});
beforeEach(() => {
  browser.consoleTrouble.length = 0;
});
afterAll(() => stack.stop());

const people = (tab = page) => tab.getByRole("list", { name: "Team Members" });
const row = (name: string, tab = page) =>
  people(tab)
    .getByRole("listitem")
    .filter({ has: tab.getByRole("heading", { name: new RegExp(`^${name}`) }) });
const press = (name: string, button: string, tab = page) =>
  row(name, tab).getByRole("button", { name: button, exact: true }).click();
const buttonsOf = (name: string, tab = page) =>
  row(name, tab).getByRole("button").allTextContents();

const ALL_BUTTONS = ["Edit Agent Access", "Reset Password or Second Factor", "Suspend", "Delete"];

async function profileOf(email: string): Promise<Record<string, unknown>> {
  const [profile] = await stack.rows("profiles", `select=*&email=eq.${email}`);
  if (profile === undefined) throw new Error(`Nobody has the address ${email}`);
  return profile;
}

const roleOf = async (email: string) =>
  (await stack.rows("user_roles", `select=role&user_id=eq.${(await profileOf(email)).id}`))[0]
    ?.role;

async function write(table: string, row: string, change: object): Promise<void> {
  const reply = await rest(stack.backend, "service", "PATCH", `${table}?${row}`, change);
  expect(reply.status).toBeLessThan(300);
}

const lookAgain = (tab = page) =>
  tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

it("shows an administrator the people of their company, but no way to change their own status", async () => {
  await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
  await page.getByRole("heading", { name: "Team Members" }).waitFor();
  await row(TAYLOR).waitFor();
  expect(await page.getByRole("tab", { name: "Companies" }).count()).toBe(0);
  expect(await people().getByRole("listitem").count()).toBe(2);
  const company = String((await profileOf(stack.technician)).company_id);
  const text = await row(TAYLOR).textContent();
  expect(text).toContain(stack.technician);
  expect(text).toMatch(/Joined .*\d{4}/);
  expect(text).toContain(company.slice(0, 8));
  expect(text).not.toContain(company);
  await expect.poll(() => buttonsOf(TAYLOR)).toEqual(ALL_BUTTONS);
  expect(await row("Alex Morgan").getByRole("combobox").count()).toBe(0);
  await expect.poll(() => buttonsOf("Alex Morgan")).toEqual(["Edit Agent Access"]);
});

it("creates a person, and keeps the typed values until the server has stored them", async () => {
  const dialog = page.getByRole("dialog", { name: "Add User" });
  const field = (name: string) => dialog.getByLabel(name, { exact: true });
  const create = dialog.getByRole("button", { name: "Create User" });
  await page.getByRole("button", { name: "Add User" }).click();
  await expect
    .poll(() => field("Company").locator("option:checked").textContent())
    .toBe(stack.company.name);
  expect(await field("Company").isDisabled()).toBe(true);
  expect(await field("Role").inputValue()).toBe("field_tech");
  expect(await field("Role").locator("option").allTextContents()).toEqual([
    "Field Technician",
    "Administrator",
  ]);
  for (const agent of ["Snap Agent", "Voice Agent", "Label Agent"]) {
    expect(await field(agent).isChecked()).toBe(false);
  }
  expect(await dialog.getByRole("checkbox").count()).toBe(3);

  await create.click();
  await dialog.getByText("Full name is required").waitFor();
  await dialog.getByText("Email is required").waitFor();
  await dialog.getByText("Password must be at least 10 characters").waitFor();
  await field("Full Name").fill("Robin Hall");
  await field("Email").fill(stack.technician);
  await field("Password").fill("heat-pumps-hum");
  await field("Snap Agent").check();
  await field("Label Agent").check();
  await page.setViewportSize(PHONE);
  await create.click();
  // On a phone the toast and the button are both near the bottom, and the toast must not cover the
  // button, which the person needs to tap again.
  const toast = page.getByRole("alert").filter({ hasText: "Failed to create user" });
  const bottomOf = async () => {
    const box = await toast.boundingBox();
    return box === null ? Number.NaN : box.y + box.height;
  };
  await toast.waitFor();
  const top = await create.evaluate((button) => button.getBoundingClientRect().top);
  await expect.poll(bottomOf).toBeLessThan(top);
  await untilToast(
    page,
    "alert",
    "Failed to create user",
    "Somebody with this email address is there already.",
  );
  expect(await field("Full Name").inputValue()).toBe("Robin Hall");
  expect(await field("Password").inputValue()).toBe("heat-pumps-hum");
  await page.setViewportSize(TABLET);

  stack.network.passage = (_, path) => (path.endsWith("/create-user") ? "portal" : "pass");
  await field("Email").fill("robin@demo.example");
  await create.click();
  await untilToast(
    page,
    "alert",
    "Failed to create user",
    "An error occurred while creating the user",
  );
  stack.network.passage = () => "pass";
  await create.dblclick();
  await untilToast(page, "status", "User created!");
  await dialog.waitFor({ state: "detached" });
  await row("Robin Hall").waitFor();
  expect(await profileOf("robin@demo.example")).toMatchObject({
    can_use_snap_agent: true,
    can_use_voice_agent: false,
    can_use_label_agent: true,
  });
  expect(await roleOf("robin@demo.example")).toBe("field_tech");
});

it("changes a role, a status and the agents of a person", async () => {
  const email = "robin@demo.example";
  await row("Robin Hall").getByRole("combobox").selectOption("Administrator");
  await untilToast(page, "status", "Role updated");
  expect(await roleOf(email)).toBe("admin");

  await press("Robin Hall", "Suspend");
  await untilToast(page, "status", "Status updated");
  await row("Robin Hall").getByText("Suspended", { exact: true }).waitFor();
  expect((await profileOf(email)).status).toBe("suspended");
  await press("Robin Hall", "Activate");
  await untilToast(page, "status", "Status updated");
  expect((await profileOf(email)).status).toBe("active");

  await press("Robin Hall", "Edit Agent Access");
  const dialog = page.getByRole("dialog", { name: "Edit Agent Access" });
  await dialog.getByRole("switch", { name: "Snap Agent", checked: true }).uncheck();
  await dialog.getByRole("switch", { name: "Voice Agent", checked: false }).check();
  expect((await profileOf(email)).can_use_voice_agent).toBe(false);
  await dialog.getByRole("button", { name: "Save" }).click();
  await untilToast(page, "status", "Access updated");
  expect(await profileOf(email)).toMatchObject({
    can_use_snap_agent: false,
    can_use_voice_agent: true,
    can_use_label_agent: true,
  });
});

it("deletes a person after a confirmation, and keeps the focus in the list", async () => {
  await press("Robin Hall", "Delete");
  const dialog = page.getByRole("dialog", { name: "Delete user?" });
  await dialog.getByText("This action cannot be undone.").waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  const asking = row("Robin Hall").getByRole("button", { name: "Delete" });
  await expect
    .poll(() => asking.evaluate((button) => button === document.activeElement))
    .toBe(true);
  await press("Robin Hall", "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row("Robin Hall").waitFor({ state: "detached" });
  await expect.poll(() => people().evaluate((list) => list === document.activeElement)).toBe(true);
  await untilToast(page, "status", "User deleted");
  expect(await stack.rows("profiles", "email=eq.robin@demo.example")).toEqual([]);
});

it("takes back a change that the server refuses, and shows the server's reason", async () => {
  const letPass = await refuse(
    page,
    ["POST", "PATCH", "DELETE"],
    /rest\/v1\/(profiles|user_roles|rpc)|functions\/v1\/delete-user/,
    "This is sealed.",
  );
  const role = row(TAYLOR).getByRole("combobox");
  await role.selectOption("Administrator");
  await untilToast(page, "alert", "Error", "This is sealed.");
  await expect.poll(() => role.inputValue()).toBe("field_tech");
  await press(TAYLOR, "Suspend");
  await untilToast(page, "alert", "Error", "This is sealed.");
  await row(TAYLOR).getByRole("button", { name: "Suspend" }).waitFor();
  await press(TAYLOR, "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await untilToast(page, "alert", "Error");
  await row(TAYLOR).waitFor();
  await letPass();
});

it("changes nothing without a connection, and says why", async () => {
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText("You are offline. Changes can be made when you are back online.").waitFor();
  const fixed = [
    page.getByRole("button", { name: "Add User" }),
    row(TAYLOR).getByRole("combobox"),
    ...(await row(TAYLOR).getByRole("button").all()),
  ];
  for (const control of fixed) expect(await control.isDisabled()).toBe(true);
  stack.network.restore();
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await expect.poll(() => page.getByRole("button", { name: "Add User" }).isEnabled()).toBe(true);
});

it("shows a super administrator everybody, and thousands of people without a noticeable pause", async () => {
  const context = await page.context().browser()?.newContext();
  if (context === undefined) throw new Error("The browser is gone");
  const tab = await context.newPage();
  await tab.setViewportSize(TABLET);
  tab.setDefaultTimeout(60_000);
  await signInAs(tab, stack.network.url, stack.superAdministrator);
  await tab.goto(`${stack.network.url}/admin`);
  const managed = tab.getByLabel("Managing Company");
  await managed.selectOption(stack.company.name);
  await tab.getByRole("tab", { name: "Users" }).click();
  await row("Alex Morgan", tab).waitFor();
  await expect.poll(() => buttonsOf("Alex Morgan", tab)).toEqual(ALL_BUTTONS);

  // Another administrator's change arrives without a reload.
  await write("profiles", `email=eq.${stack.administrator}`, { full_name: "Alex Moore" });
  await lookAgain(tab);
  await row("Alex Moore", tab).waitFor();

  // Only another super administrator may change a super administrator.
  const company_id = (await profileOf(stack.administrator)).company_id;
  await write("profiles", `email=eq.${stack.superAdministrator}`, { company_id });
  await lookAgain(tab);
  await row("Sam Rivera", tab).getByText("Super Admin").waitFor();
  await expect.poll(() => buttonsOf("Sam Rivera", tab)).toEqual(["Edit Agent Access"]);
  await lookAgain();
  await row("Sam Rivera").getByText("Super Admin").waitFor();
  await expect.poll(() => buttonsOf("Sam Rivera")).toEqual([]);

  await tab.getByRole("button", { name: "Add User" }).click();
  const dialog = tab.getByRole("dialog", { name: "Add User" });
  const company = dialog.getByLabel("Company");
  // The page asks the server for the company's name.
  await expect.poll(() => company.locator("option:checked").textContent()).toBe(stack.company.name);
  await company.evaluate((select: HTMLSelectElement) => {
    select.add(new Option("None", ""));
  });
  await company.selectOption("None");
  await dialog.getByText("Company required — Please select a company for the user").waitFor();
  expect(await dialog.getByRole("button", { name: "Create User" }).isDisabled()).toBe(true);
  await tab.keyboard.press("Escape");

  await managed.selectOption("Crowd Ltd");
  await tab.getByText("5,000 people", { exact: true }).waitFor();
  await row("Person 5000", tab).waitFor();
  const longestTask = await watchLongestTask(tab);
  for (let turn = 0; turn < 15; turn += 1) {
    await tab.mouse.wheel(0, 1500);
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  await tab.getByLabel("Search by name or email").pressSequentially("person 12");
  await tab.getByText("111 of 5,000 people").waitFor();
  // If all rows were in the document, this would take seconds, even on an idle machine.
  expect(await longestTask()).toBeLessThan(LONG_PAUSE_MS);
  await tab.getByLabel("Search by name or email").fill("PERSON77@");
  await tab.getByText("1 of 5,000 people").waitFor();
  await row("Person 77", tab).waitFor();
  await tab.setViewportSize(PHONE);
  await context.close();
});
