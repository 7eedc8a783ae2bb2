// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const DEMO = "Cascade Climate Services";
const PROMPT = "label_agent_tone";

let stack: Stack;
let page: Page;
/** How the company of the demo people is told apart from another one of the same name. */
let named: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false, ownBackend: true });
  const [profile] = await stack.rows("profiles", `select=company_id&email=eq.${stack.technician}`);
  const company_id = String(profile?.company_id);
  named = `${DEMO} (${company_id.slice(0, 8)})`;
  await rest(stack.backend, "service", "POST", "companies", { name: DEMO });
  const prompt = { company_id, prompt_key: PROMPT, prompt_value: "Be brief." };
  await rest(stack.backend, "service", "POST", "ai_prompt_settings", prompt);
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin?tab=companies`);
  await page.getByLabel("Managing Company").selectOption({ label: named });
  await page.waitForURL(/company=/);
});
afterAll(() => stack.stop());

const openTab = async (name: string) => {
  await page.getByRole("tab", { name }).click();
  await page.getByRole("tab", { name, selected: true }).waitFor();
};

/** Checks that the dialog names the company, and closes it. */
async function expectNamed(title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByText(`Company: ${named}`).waitFor();
  expect(await axeTrouble(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
}

const rowOf = (list: string, heading: RegExp | string) =>
  page
    .getByRole("list", { name: list, exact: true })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: heading }) })
    .first();

it("names the company in the dialogs about people, and in what confirms a change without one", async () => {
  await openTab("Users");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const importing = page.getByRole("dialog", { name: `Import people into ${named}` });
  await importing.getByRole("button", { name: "Cancel" }).click();
  const taylor = rowOf("Team Members", /^Taylor Brooks/);
  for (const [button, title] of [
    ["Edit Agent Access", "Edit Agent Access"],
    ["Delete", "Delete user?"],
  ] as const) {
    await taylor.getByRole("button", { name: button }).click();
    await expectNamed(title);
  }
  await taylor.getByRole("button", { name: "Reset Password or Second Factor" }).click();
  const resetting = page.getByRole("dialog", { name: "Reset Password or Second Factor" });
  await resetting.getByText(`For Taylor Brooks (${stack.technician}) of ${named}.`).waitFor();
  await resetting.getByRole("button", { name: "Cancel" }).click();
  await taylor.getByRole("button", { name: "Suspend" }).click();
  await untilToast(page, "status", "Status updated", `Taylor Brooks is suspended (${named})`);
  await page.getByRole("button", { name: "Add User" }).click();
  const dialog = page.getByRole("dialog", { name: "Add User" });
  const chosen = dialog.getByLabel("Company").locator("option:checked");
  await expect.poll(() => chosen.textContent()).toBe(named);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

it("names the company in the dialogs about documents and prompts", async () => {
  await openTab("Knowledge Base");
  const file = rowOf("Documents", /./);
  await file.getByRole("button", { name: "Edit access" }).click();
  await expectNamed("Edit access");
  await file.getByRole("button", { name: "Delete" }).click();
  await expectNamed("Delete document?");
  await openTab("AI Settings");
  await page.getByRole("button", { name: `Delete: ${PROMPT}` }).click();
  await expectNamed("Delete prompt?");
});

it("names the company where something is added to it", async () => {
  for (const tab of ["Knowledge Base", "Answers", "Vocabulary", "AI Settings"]) {
    await openTab(tab);
    await page.getByText(`Company: ${named}`).waitFor();
  }
});

it("names which of two companies is deleted, and which is to be managed", async () => {
  await openTab("Companies");
  const id = named.slice(-9, -1);
  const card = page.getByRole("listitem").filter({ hasText: `ID ${id}` });
  await card.getByRole("link", { name: `Manage ${named}`, exact: true }).waitFor();
  await card.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete company?" });
  await dialog.getByText(`“${named}” will be deleted with its knowledge base`).waitFor();
  await dialog.getByText(`belong to “${named}”`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.setViewportSize(DESKTOP);
  await page.getByRole("rowheader", { name: named, exact: true }).click();
  await page.getByRole("region", { name: named, exact: true }).waitFor();
  await page.setViewportSize(PHONE);
});

it("names which of two companies an invitation made", async () => {
  const requested = await rest(stack.backend, "service", "POST", "contact_form_submissions", {
    ...{ name: "Pat Lee", company: DEMO, email: "pat@prospect.example", phone: "1" },
    ...{ field_tech_count: "5", current_crm: "None", status: "qualified" },
  });
  expect(requested.status).toBe(201);
  await page.goto(`${stack.network.url}/contact-submissions`);
  await page.getByRole("button", { name: "Invite" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Pat Lee" });
  await dialog.getByRole("radio", { name: /^Create another company/ }).check();
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const manage = dialog.getByRole("link", { name: /^Manage / });
  await manage.waitFor();
  const [made] = await stack.rows("profiles", "select=company_id&email=eq.pat@prospect.example");
  const third = `${DEMO} (${String(made?.company_id).slice(0, 8)})`;
  expect(await manage.textContent()).toBe(`Manage ${third}`);
  await dialog.getByText(`is an administrator of ${third}`).waitFor();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("link", { name: third, exact: true }).waitFor();
});
