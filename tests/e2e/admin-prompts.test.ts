// @module-tag rest

import type { Dialog, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { BUILT_IN_PROMPTS } from "#supabase/functions/_shared/contracts/built-in-prompts.ts";
import { untilRows } from "../support/e2e/device-storage.ts";
import { refuse } from "../support/e2e/hold-requests.ts";
import { stackForTests, untilToast } from "../support/e2e/pages.ts";
import { rowOf } from "../support/e2e/rows.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const TABLE = "ai_prompt_settings";
const OTHER_COMPANY = "Alder Mechanical";
/** The addresses of the prompts on the server. */
const PROMPTS = /rest\/v1\/ai_prompt_settings/;
const VOICE = "Voice Agent: instructions";
const NOTE = "Voice Agent: how the note is given";
const SNAP = "Snap Agent: instructions";
const LABEL = "Label Agent: instructions";
const VOICE_KEY = "voice_agent_system_prompt";

const stack = stackForTests({ withProvider: false });
let page: Page;
let companyId: string;
let otherId: string;

beforeAll(async () => {
  companyId = stack.company.id;
  otherId = crypto.randomUUID();
  await stack.write("POST", "companies", { id: otherId, name: OTHER_COMPANY });
  const tone = { company_id: otherId, prompt_key: "tone", prompt_value: "Be brief" };
  await stack.write("POST", TABLE, tone);
  page = await (await stack.browser()).newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await page.goto(`${stack.network.url}/admin`);
  await openTab();
  await manage(stack.company.name);
});

/** The texts of the company's own prompts on the server, by key. */
async function stored(): Promise<Record<string, unknown>> {
  const rows = await stack.rows(TABLE, `select=*&company_id=eq.${companyId}`);
  return Object.fromEntries(rows.map((row) => [row.prompt_key, row.prompt_value]));
}

const card = (name: string) => rowOf(page, "Prompts", name);
const text = (name: string) => card(name).getByRole("textbox");
const untilText = (name: string, wanted: string) =>
  expect.poll(() => text(name).inputValue()).toBe(wanted);
const openTab = () => page.getByRole("tab", { name: "AI Settings" }).click();
const manage = (label: string) => page.getByLabel("Managing Company").selectOption({ label });
const saveButton = () => page.getByRole("button", { name: "Save", exact: true });
const addButton = () => page.getByRole("button", { name: "Add prompt" });

/**
 * Waits until the page would make the browser ask before it is left, or would not: it decides
 * that a moment after it shows what is unsaved.
 */
const untilWarning = (wanted: boolean) =>
  page.waitForFunction((asks) => {
    const leaving = new Event("beforeunload", { cancelable: true });
    return window.dispatchEvent(leaving) !== asks;
  }, wanted);

/** Reloads the page and agrees if the browser asks. @returns whether the browser asked */
async function reload(): Promise<boolean> {
  let asked = false;
  const agree = (dialog: Dialog) => {
    asked = dialog.type() === "beforeunload";
    void dialog.accept();
  };
  page.on("dialog", agree);
  await page.reload();
  page.off("dialog", agree);
  await openTab();
  await manage(stack.company.name);
  await card(VOICE).waitFor();
  return asked;
}

const toast = (role: "alert" | "status", title: string, message: string) =>
  untilToast(page, role, title, message);

it("saves all changed prompts together, but for one that is refused", async () => {
  await card(NOTE)
    .getByText("{transcription} is a placeholder for the voice transcription")
    .waitFor();
  expect(await text(VOICE).inputValue()).toBe(BUILT_IN_PROMPTS[VOICE_KEY]);
  expect(await saveButton().isDisabled()).toBe(true);
  const letPass = await refuse(page, ["POST", "PATCH"], PROMPTS, "Sealed", "Sealed");
  await text(VOICE).fill("Answer in rhyme.");
  await text(SNAP).fill("Sealed for now.");
  await page.getByText("Unsaved changes to 2 prompts").waitFor();
  await saveButton().dblclick();
  await toast("alert", "Error saving prompts", "Sealed");
  await toast("status", "Prompts saved", "1 of 2 prompts");
  await card(VOICE).getByText("Company’s own").waitFor();
  await card(SNAP).getByText("Sealed", { exact: true }).waitFor();
  await card(SNAP).getByText("Unsaved changes").waitFor();
  expect(await text(SNAP).inputValue()).toBe("Sealed for now.");
  expect(await stored()).toEqual({ [VOICE_KEY]: "Answer in rhyme." });

  await letPass();
  await text(SNAP).fill("Look closely.");
  await text(VOICE).fill("Answer in verse.");
  await saveButton().click();
  await toast("status", "Prompts saved", "2 prompts");
  expect(await stored()).toEqual({
    [VOICE_KEY]: "Answer in verse.",
    snap_agent_system_prompt: "Look closely.",
  });
  await expect.poll(() => saveButton().isDisabled()).toBe(true);
});

it("goes back to the built-in text, after a confirmation", async () => {
  const dialog = page.getByRole("dialog", { name: "Reset to built-in text?" });
  await text(VOICE).fill("Not saved");
  await card(VOICE).getByRole("button", { name: "Reset" }).click();
  await dialog.getByText("Your unsaved changes to it go as well.").waitFor();
  await dialog.getByText("This action cannot be undone.").waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Reset" }).click();
  await toast("status", "Prompt reset", VOICE);
  await card(VOICE).getByText("Built-in text", { exact: true }).waitFor();
  await untilText(VOICE, BUILT_IN_PROMPTS[VOICE_KEY]);
  expect(await stored()).toEqual({ snap_agent_system_prompt: "Look closely." });
});

it("adds a prompt, and deletes it again", async () => {
  const key = page.getByLabel("Prompt key");
  const value = page.getByLabel("Prompt value");
  await addButton().click();
  await toast("alert", "Missing fields", "Please fill in prompt key and value");
  await key.fill("Label tone");
  await value.fill("Be kind");
  await addButton().click();
  await toast("alert", "Error adding prompt", "Use lower-case letters");
  await key.fill("user_greeting");
  await page.getByText("is a placeholder for the voice transcription").nth(1).waitFor();
  await page.getByLabel("Description").fill("How to speak");
  await addButton().dblclick();
  await toast("status", "Prompt added", "user_greeting");
  await card("user_greeting").getByText("How to speak").waitFor();
  await card("user_greeting").getByText("is a placeholder for").waitFor();
  expect(await key.inputValue()).toBe("");
  expect(await stored()).toMatchObject({ user_greeting: "Be kind" });

  await card("user_greeting").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete prompt?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast("status", "Prompt deleted", "user_greeting");
  await card("user_greeting").waitFor({ state: "detached" });
  expect(await stored()).not.toHaveProperty("user_greeting");
});

it("keeps every typed text while the person goes to other tabs, pages and companies", async () => {
  await text(LABEL).fill("Half a sentence");
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await openTab();
  await untilText(LABEL, "Half a sentence");
  await manage(OTHER_COMPANY);
  await page.getByText(`Unsaved changes are kept for ${stack.company.name}`).waitFor();
  await untilText(LABEL, BUILT_IN_PROMPTS.label_agent_system_prompt);
  expect(await saveButton().isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Contact Form Submissions" }).click();
  await page.getByRole("heading", { level: 1, name: "Contact Form Submissions" }).waitFor();
  await page.goBack();
  await openTab();
  await manage(stack.company.name);
  await untilText(LABEL, "Half a sentence");
  await page.getByLabel("Prompt key").fill("half_a_key");
  // A browser drops what is still being written when a page is left within milliseconds.
  const stored = {
    personId: await stack.userId(stack.superAdministrator),
    table: "newPromptDrafts",
  };
  await untilRows(page, stored, [{ prompt_key: "half_a_key" }]);
  await untilWarning(true);
  expect(await reload()).toBe(true);
  await untilText(LABEL, "Half a sentence");
  await expect.poll(() => page.getByLabel("Prompt key").inputValue()).toBe("half_a_key");
  await page.getByLabel("Prompt key").fill("");
  await card(LABEL).getByText("Unsaved changes").waitFor();
  await card(LABEL).getByRole("button", { name: "Discard changes" }).click();
  await untilText(LABEL, BUILT_IN_PROMPTS.label_agent_system_prompt);
  await untilWarning(false);
  expect(await reload()).toBe(false);
});
