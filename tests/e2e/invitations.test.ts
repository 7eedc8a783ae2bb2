// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { isFocused, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const stack = stackForTests({ withProvider: false, ownBackend: true });
let page: Page;

const request = (name: string, company: string, status: string) => ({
  ...{ name, company, status, phone: "1", field_tech_count: "5", current_crm: "None" },
  email: `${name.split(" ")[0]?.toLowerCase()}@prospect.example`,
});

beforeAll(async () => {
  await stack.write("POST", "contact_form_submissions", [
    request("Pat Lee", "Alder Heating", "qualified"),
    request("Quinn Roe", " cascade  CLIMATE services ", "qualified"),
    request("Robin Day", "Birch Heating", "contacted"),
  ]);
  page = await signedIn(stack, stack.superAdministrator, { size: PHONE });
  await page.goto(`${stack.network.url}/contact-submissions`);
});

const card = (name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
const inviteButton = (name: string) => card(name).getByRole("button", { name: /^Invite/ });
const dialog = (name: string) => page.getByRole("dialog", { name: `Invite ${name}` });
const field = (name: string, label: string) => dialog(name).getByLabel(label, { exact: true });
const press = (name: string, button: string) =>
  dialog(name).getByRole("button", { name: button, exact: true }).click();
const companiesNamed = (name: string) =>
  stack.rows("companies", `select=id,name&name=ilike.${encodeURIComponent(name)}`);
const personWith = async (email: string) =>
  (await stack.rows("profiles", `select=*,user_roles(role)&email=eq.${email}`))[0];

async function open(name: string): Promise<void> {
  await inviteButton(name).click();
  await dialog(name).waitFor();
}

it("waits for the companies, of which one may have the name that is wanted", async () => {
  const device = await stack.browser("early");
  const early = await device.newPage();
  await early.setViewportSize(PHONE);
  const answer = await holdRequests(early.context(), "**/rest/v1/compan*");
  await signInAs(early, stack.network.url, stack.superAdministrator);
  await early.goto(`${stack.network.url}/contact-submissions`);
  await early
    .getByRole("article")
    .filter({ has: early.getByRole("heading", { name: "Quinn Roe", exact: true }) })
    .getByRole("button", { name: /^Invite/ })
    .click();
  const invitation = early.getByRole("dialog", { name: "Invite Quinn Roe" });
  const invite = invitation.getByRole("button", { name: "Invite", exact: true });
  await invite.and(early.locator(":disabled")).waitFor();
  answer();
  await invitation.getByText("A company of this name is there already").waitFor();
  await invite.and(early.locator(":enabled")).waitFor();
  await device.close();
});

it("makes a qualified request's company and its administrator, once after a double tap", async () => {
  await card("Robin Day").getByText("Qualified requests can be invited.").waitFor();
  expect(await inviteButton("Robin Day").count()).toBe(0);
  await open("Pat Lee");
  expect(await field("Pat Lee", "Company name").inputValue()).toBe("Alder Heating");
  expect(await field("Pat Lee", "Administrator's name").inputValue()).toBe("Pat Lee");
  await dialog("Pat Lee").getByRole("button", { name: "Invite", exact: true }).dblclick();
  await dialog("Pat Lee").getByText("Tell Pat Lee this temporary password:").waitFor();
  const text = String(await dialog("Pat Lee").getByRole("status").textContent());
  expect(text).toContain("The company Alder Heating is created.");
  expect(text).toContain("Pat Lee (pat@prospect.example) is an administrator of Alder Heating");
  const [company, ...others] = await companiesNamed("alder heating");
  expect(others).toEqual([]);
  expect(await personWith("pat@prospect.example")).toMatchObject({
    company_id: company?.id,
    full_name: "Pat Lee",
    can_use_label_agent: true,
    user_roles: { role: "admin" },
  });
});

it("gives a password with which the person signs in and chooses their own", async () => {
  const password = String(await dialog("Pat Lee").locator("code").textContent());
  await press("Pat Lee", "Done");
  await dialog("Pat Lee").waitFor({ state: "detached" });
  // The keyboard goes on where the invitation began.
  await expect.poll(() => isFocused(inviteButton("Pat Lee"))).toBe(true);
  expect(await page.locator("body").textContent()).not.toContain(password);
  const other = await (await stack.browser("invited")).newPage();
  await other.goto(`${stack.network.url}/auth`);
  await other.getByLabel("Email").fill("pat@prospect.example");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign In", exact: true }).click();
  await other.getByLabel("New password").fill("my-own-heat-pump");
  await other.getByRole("button", { name: "Save and sign in" }).click();
  await other.waitForURL("**/admin**");

  // The account is theirs now.
  await open("Pat Lee");
  await press("Pat Lee", "Invite");
  await dialog("Pat Lee").getByText("Somebody with this email address is there already.").waitFor();
  await press("Pat Lee", "Cancel");
});
