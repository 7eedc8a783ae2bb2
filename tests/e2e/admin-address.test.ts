// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { goOnline, signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { signInAs, untilInstalled } from "../support/e2e/voice-pages.ts";

const TWIN = "22222222-0000-4000-8000-000000000002";
const PROMPT = "label_agent_tone";

const stack = stackForTests({ withProvider: false, ownBackend: true });
let page: Page;
/** How the company is told apart from another one of the same name. */
let named: string;

beforeAll(async () => {
  const { id: company_id, name } = stack.company;
  named = `${name} (${company_id.slice(0, 8)})`;
  await stack.write("POST", "companies", { id: TWIN, name });
  await stack.write("POST", "ai_prompt_settings", {
    company_id,
    prompt_key: PROMPT,
    prompt_value: "Be brief.",
  });
  page = await signedIn(stack, stack.superAdministrator, { size: PHONE });
  await untilInstalled(page);
});

const openAdmin = (query = "") => page.goto(`${stack.network.url}/admin${query}`);
const chosen = () =>
  page
    .getByLabel("Managing Company")
    .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);
const untilOpen = (name: string) => page.getByRole("tab", { name, selected: true }).waitFor();
const openTab = async (name: string) => {
  await page.getByRole("tab", { name }).click();
  await untilOpen(name);
};

async function expectNamed(title: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: title });
  await dialog.getByText(`Company: ${named}`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
}

it("brings back the same tab and company by a reload, by back and by a link", async () => {
  await stack.write("POST", "companies", { name: "Zenith Heating" });
  await openAdmin();
  await untilOpen("Companies");
  await openTab("Users");
  await page.getByLabel("Managing Company").selectOption({ label: "Zenith Heating" });
  await page.waitForURL(/\/admin\?tab=users&company=[\w-]{36}$/);
  const link = page.url();
  await page.reload();
  await untilOpen("Users");
  await expect.poll(chosen).toBe("Zenith Heating");
  await openTab("Knowledge Base");
  await page.goBack();
  await untilOpen("Users");
  await expect.poll(chosen).toBe("Zenith Heating");

  await openAdmin("?tab=vocabulary");
  await untilOpen("Company");
  await untilOpen("Vocabulary");
  await openTab("Golden questions");
  await page.waitForURL(/\/admin\?tab=golden-set$/);

  await stack.write("DELETE", "companies?name=eq.Zenith Heating");
  await page.goto(link);
  await untilOpen("Users");
  await expect.poll(chosen).not.toBe("Zenith Heating");
  await page.waitForURL(/\/admin\?tab=users$/);
});

it("opens the page of a tab that has one, from a link to the tab", async () => {
  await openAdmin("?tab=detailed-logs");
  await page.getByRole("heading", { name: "Detailed Activity Logs" }).waitFor();
});

it("names the one of two companies of the same name in every dialog and confirmation", async () => {
  await openAdmin(`?tab=users&company=${stack.company.id}`);
  await expect.poll(chosen).toBe(named);
  await page.getByRole("button", { name: "Import CSV" }).click();
  const importing = page.getByRole("dialog", { name: `Import people into ${named}` });
  await importing.getByRole("button", { name: "Cancel" }).click();
  const taylor = rowOf(page, "Team Members", /^Taylor Brooks/);
  await taylor.getByRole("button", { name: "Edit Agent Access" }).click();
  await expectNamed("Edit Agent Access");
  await taylor.getByRole("button", { name: "Delete" }).click();
  await expectNamed("Delete user?");
  await taylor.getByRole("button", { name: "Reset Password or Second Factor" }).click();
  const resetting = page.getByRole("dialog", { name: "Reset Password or Second Factor" });
  await resetting.getByText(`For Taylor Brooks (${stack.technician}) of ${named}.`).waitFor();
  await resetting.getByRole("button", { name: "Cancel" }).click();
  await taylor.getByRole("button", { name: "Suspend" }).click();
  await untilToast(page, "status", "Status updated", `Taylor Brooks is suspended (${named})`);
  await page.getByRole("button", { name: "Add User" }).click();
  const adding = page.getByRole("dialog", { name: "Add User" });
  const company = adding.getByLabel("Company").locator("option:checked");
  await expect.poll(() => company.textContent()).toBe(named);
  await adding.getByRole("button", { name: "Cancel" }).click();

  await openTab("Knowledge Base");
  const file = rowOf(page, "Documents", /./).first();
  await file.getByRole("button", { name: "Edit access" }).click();
  await expectNamed("Edit access");
  await file.getByRole("button", { name: "Delete" }).click();
  await expectNamed("Delete document?");
  await openTab("AI Settings");
  await page.getByRole("button", { name: `Delete: ${PROMPT}` }).click();
  await expectNamed("Delete prompt?");
  for (const tab of ["Knowledge Base", "Company", "Vocabulary", "AI Settings"]) {
    await openTab(tab);
    await page.getByText(`Company: ${named}`).waitFor();
  }
});

it("names which of two companies is deleted, and which is to be managed", async () => {
  await openTab("Companies");
  await page.getByRole("searchbox", { name: "Search companies" }).fill(stack.company.name);
  const card = page.getByRole("listitem").filter({ hasText: `ID ${named.slice(-9, -1)}` });
  await card.getByRole("link", { name: `Manage ${named}`, exact: true }).waitFor();
  await card.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete company?" });
  await dialog.getByText(`“${named}” will be deleted with its knowledge base`).waitFor();
  await dialog.getByText(`belong to “${named}”`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await card.getByRole("link", { name: "Manage" }).click();
  await page.waitForURL(`**/admin?tab=users&company=${stack.company.id}`);
  await untilOpen("Users");
});

it("changes nothing without a connection, and says why", async () => {
  stack.network.cut();
  for (const [tab, label, ...buttons] of [
    ["companies", "Companies", "Create Company", "Delete"],
    ["users", "Users", "Add User", "Import CSV", "Suspend"],
    ["knowledge-base", "Knowledge Base", "Edit access"],
    ["answers", "Answers"],
    ["vocabulary", "Vocabulary", "Add term", "Import CSV"],
    ["golden-set", "Golden questions", "Add question"],
    ["jobs", "Jobs", "Add job", "Import CSV"],
    ["ai-settings", "AI Settings", "Save", "Add prompt"],
  ] as const) {
    await openAdmin(`?tab=${tab}&company=${stack.company.id}`);
    await untilOpen(label);
    await page.evaluate(() => window.dispatchEvent(new Event("offline")));
    await page
      .getByText("You are offline. Changes can be made when you are back online.")
      .first()
      .waitFor();
    for (const name of buttons) {
      const button = page.getByRole("button", { name, exact: true }).first();
      await expect.poll(() => button.isDisabled(), { message: name }).toBe(true);
    }
  }
  await goOnline(stack, page);
  const add = page.getByRole("button", { name: "Add prompt" });
  await page.getByLabel("Prompt key").fill("tone");
  await expect.poll(() => add.isEnabled()).toBe(true);
});

it("says that there is no company yet", async () => {
  const empty = await (await stack.browser("none")).newPage();
  page = empty;
  await page.context().route(/company_overview/, (route) => route.fulfill({ json: [] }));
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await openAdmin();
  await expect.poll(chosen).toBe("No company yet");
  await page.getByText("No companies yet", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByText("No team members yet", { exact: true }).waitFor();
  await page.getByLabel("Managing Company").waitFor();
});
