// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { axeTrouble } from "../support/e2e/axe.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const DEMO = "Cascade Climate Services";
const PROMPT = "label_agent_tone";

let stack: Stack;
let page: Page;
/** How the company of the demo people is told apart from another one of the same name. */
let named: string;

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  const [profile] = await stack.rows("profiles", `select=company_id&email=eq.${TECHNICIAN}`);
  const company_id = String(profile?.company_id);
  named = `${DEMO} (${company_id.slice(0, 8)})`;
  await rest(stack.backend, "service", "POST", "companies", { name: DEMO });
  const prompt = { company_id, prompt_key: PROMPT, prompt_value: "Be brief." };
  await rest(stack.backend, "service", "POST", "ai_prompt_settings", prompt);
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(PHONE);
  await signInAs(page, stack.network.url, "super@demo.example");
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
  const taylor = rowOf("Team Members", /^Taylor Brooks/);
  for (const [button, title] of [
    ["Edit Agent Access", "Edit Agent Access"],
    ["Delete", "Delete user?"],
  ] as const) {
    await taylor.getByRole("button", { name: button }).click();
    await expectNamed(title);
  }
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
