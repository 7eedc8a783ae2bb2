// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { refuse } from "../support/e2e/hold-requests.ts";
import { isFocused, lookAgain, signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { DESKTOP, PHONE, TABLET } from "../support/e2e/screens.ts";

const TAYLOR = "Taylor Brooks";

const stack = stackForTests({ withProvider: false });
let page: Page;
/** The address of the person who is created, Robin Hall. */
let email: string;

beforeAll(async () => {
  email = stack.technician.replace("tech", "robin");
  page = await signedIn(stack, stack.administrator, { size: TABLET });
});

const people = (tab = page) => tab.getByRole("list", { name: "Team Members" });
const row = (name: string, tab = page) => rowOf(tab, "Team Members", new RegExp(`^${name}`));
const press = (name: string, button: string, tab = page) =>
  row(name, tab).getByRole("button", { name: button, exact: true }).click();
const buttonsOf = (name: string, tab = page) =>
  row(name, tab).getByRole("button").allTextContents();

const ALL_BUTTONS = ["Edit Agent Access", "Reset Password or Second Factor", "Suspend", "Delete"];

async function profileOf(address: string): Promise<Record<string, unknown>> {
  const [profile] = await stack.rows("profiles", `select=*&email=eq.${address}`);
  if (profile === undefined) throw new Error(`Nobody has the address ${address}`);
  return profile;
}

async function role(): Promise<unknown> {
  const { id } = await profileOf(email);
  return (await stack.rows("user_roles", `select=role&user_id=eq.${id}`))[0]?.role;
}

it("shows an administrator the people of their company, but no way to change their own status", async () => {
  await page.getByRole("tab", { name: "Users", selected: true }).waitFor();
  await page.getByRole("heading", { name: "Team Members" }).waitFor();
  await row(TAYLOR).waitFor();
  expect(await page.getByRole("tab", { name: "Companies" }).count()).toBe(0);
  expect(await people().getByRole("listitem").count()).toBe(2);
  const { id, company_id } = await profileOf(stack.technician);
  const text = await row(TAYLOR).textContent();
  expect(text).toContain(stack.technician);
  expect(text).toMatch(/Joined .*\d{4}/);
  for (const whole of [String(id), String(company_id)]) {
    expect(text).toContain(whole.slice(0, 8));
    expect(text).not.toContain(whole);
  }
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
  expect(await dialog.getByRole("checkbox").count()).toBe(2);
  await dialog.getByText("More access", { exact: true }).click();
  expect(await dialog.getByRole("checkbox").count()).toBe(3);
  for (const agent of ["Snap Agent", "Voice Agent", "Label Agent"]) {
    expect(await field(agent).isChecked()).toBe(false);
  }

  await create.click();
  await dialog.getByText("Full name is required").waitFor();
  await dialog.getByText("Email is required").waitFor();
  await dialog.getByText("Password must be at least 6 characters").waitFor();
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

  await field("Email").fill(email);
  await create.dblclick();
  await untilToast(page, "status", "User created!");
  await dialog.waitFor({ state: "detached" });
  await row("Robin Hall").waitFor();
  expect(await profileOf(email)).toMatchObject({
    can_use_snap_agent: true,
    can_use_voice_agent: false,
    can_use_label_agent: true,
  });
  expect(await role()).toBe("field_tech");
});

it("changes a role, a status and the agents of a person", async () => {
  await row("Robin Hall").getByRole("combobox").selectOption("Administrator");
  await untilToast(page, "status", "Role updated");
  expect(await role()).toBe("admin");

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

it("edits the access of all selected people, and names those who keep theirs", async () => {
  const all = page.getByRole("checkbox", { name: "Select all shown" });
  const edit = page.getByRole("button", { name: /^Edit access of/ });
  const dialog = page.getByRole("dialog", { name: "Edit access of 2 people" });
  await all.check();
  await page.getByRole("button", { name: "Edit access of 3 people" }).waitFor();
  await row("Alex Morgan").getByRole("checkbox", { name: "Select Alex Morgan" }).uncheck();
  expect(await all.isChecked()).toBe(false);
  await edit.click();
  await dialog.getByText("Robin Hall, Taylor Brooks").waitFor();
  expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Snap Agent").selectOption("Give access");
  await dialog.getByLabel("Label Agent").selectOption("Take access away");
  await dialog.getByRole("button", { name: "Save" }).click();
  await untilToast(page, "status", "Access updated", "2 people");
  const access = {
    can_use_voice_agent: true,
    can_use_snap_agent: true,
    can_use_label_agent: false,
  };
  for (const address of [email, stack.technician]) {
    expect(await profileOf(address)).toMatchObject(access);
    await row(address === email ? "Robin Hall" : TAYLOR)
      .getByRole("img", { name: "Voice Agent, Snap Agent" })
      .waitFor();
  }
  expect(await edit.count()).toBe(0);

  const { id } = await profileOf(email);
  const letPass = await refuse(page, ["PATCH"], new RegExp(`profiles\\?.*${id}`), "Out of order");
  await all.check();
  await row("Alex Morgan").getByRole("checkbox", { name: "Select Alex Morgan" }).uncheck();
  await edit.click();
  await dialog.getByLabel("Voice Agent").selectOption("Take access away");
  await dialog.getByRole("button", { name: "Save" }).click();
  const words = "Access of 1 person updated, not of Robin Hall. Out of order";
  await untilToast(page, "alert", "Error", words);
  await row(TAYLOR).getByRole("img", { name: "Snap Agent", exact: true }).waitFor();
  await row("Robin Hall").getByRole("img", { name: "Voice Agent, Snap Agent" }).waitFor();
  await letPass();
});

it("has the controls of a person on a phone in one line of a low row", async () => {
  await page.setViewportSize(PHONE);
  expect((await row(TAYLOR).boundingBox())?.height).toBeLessThanOrEqual(140);
  const controls = row(TAYLOR).locator("select, button");
  const tops = await controls.evaluateAll((all) =>
    all.map((each) => each.getBoundingClientRect().top),
  );
  expect(tops).toHaveLength(5);
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2);
  expect(await buttonsOf(TAYLOR)).toEqual(ALL_BUTTONS);
  await page.setViewportSize(TABLET);
});

it("has low rows and small controls for a mouse, and large ones on a phone", async () => {
  const heights = () =>
    row(TAYLOR)
      .locator("select, button")
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  const addUser = page.getByRole("button", { name: "Add User" });
  await page.setViewportSize(PHONE);
  expect(Math.min(...(await heights()))).toBeGreaterThanOrEqual(44);
  expect((await addUser.boundingBox())?.height).toBe(48);
  await page.setViewportSize(DESKTOP);
  expect(new Set(await heights())).toEqual(new Set([36]));
  expect((await row(TAYLOR).boundingBox())?.height).toBeLessThanOrEqual(46);
  expect((await addUser.boundingBox())?.height).toBe(40);
  await page.setViewportSize(TABLET);
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
  await expect.poll(() => isFocused(asking)).toBe(true);
  await press("Robin Hall", "Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await row("Robin Hall").waitFor({ state: "detached" });
  await expect.poll(() => isFocused(people())).toBe(true);
  await untilToast(page, "status", "User deleted");
  expect(await stack.rows("profiles", `email=eq.${email}`)).toEqual([]);
});

it("lets nobody but another super administrator change a super administrator", async () => {
  const tab = await signedIn(stack, stack.superAdministrator, { device: "super", size: TABLET });
  await tab.goto(`${stack.network.url}/admin`);
  await tab.getByLabel("Managing Company").selectOption(stack.company.name);
  await tab.getByRole("tab", { name: "Users" }).click();
  await row("Alex Morgan", tab).waitFor();
  await expect.poll(() => buttonsOf("Alex Morgan", tab)).toEqual(ALL_BUTTONS);

  const company_id = (await profileOf(stack.administrator)).company_id;
  const path = `profiles?email=eq.${stack.superAdministrator}`;
  await stack.write("PATCH", path, { company_id });
  await lookAgain(tab);
  await row("Sam Rivera", tab).getByText("Super Admin").waitFor();
  await expect.poll(() => buttonsOf("Sam Rivera", tab)).toEqual(["Edit Agent Access"]);
  await lookAgain(page);
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
});
