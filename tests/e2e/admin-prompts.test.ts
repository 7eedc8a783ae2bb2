// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUILT_IN_PROMPTS } from "#supabase/functions/_shared/contracts/built-in-prompts.ts";
import { rest, signIn } from "../support/backend.ts";
import { untilRows } from "../support/e2e/device-storage.ts";
import { refuse } from "../support/e2e/hold-requests.ts";
import { type PromptsPage, promptsPage, VOICE } from "../support/e2e/prompt-pages.ts";
import { PASSWORD, type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const TABLE = "ai_prompt_settings";
const OTHER_COMPANY = "Alder Mechanical";
/** The addresses of the prompts on the server. */
const PROMPTS = /rest\/v1\/ai_prompt_settings/;
const NOTE = "Voice Agent: how the note is given";
const SNAP = "Snap Agent: instructions";
const LABEL = "Label Agent: instructions";
const VOICE_KEY = "voice_agent_system_prompt";

let stack: Stack;
let page: Page;
let prompts: PromptsPage;
let companyId: string;
let otherId: string;

beforeAll(async () => {
  stack = await startStack();
  companyId = stack.company.id;
  otherId = crypto.randomUUID();
  await service("POST", "companies", { id: otherId, name: OTHER_COMPANY });
  const tone = { company_id: otherId, prompt_key: "tone", prompt_value: "Be brief" };
  await service("POST", TABLE, tone);
  page = await (await stack.browser()).newPage();
  prompts = promptsPage(page, stack.company.name);
  await page.emulateMedia({ reducedMotion: "reduce" });
});
afterAll(() => stack.stop());

function service(method: "POST" | "PATCH" | "DELETE", path: string, body?: unknown) {
  return rest(stack.backend, "service", method, path, body);
}

/** The texts of the company's own prompts on the server, by key. */
async function stored(): Promise<Record<string, unknown>> {
  const rows = await stack.rows(TABLE, `select=*&company_id=eq.${companyId}`);
  return Object.fromEntries(rows.map((row) => [row.prompt_key, row.prompt_value]));
}

const toast = (role: "alert" | "status", title: string, message: string) =>
  untilToast(page, role, title, message);

it("says that prompts could not be loaded, and why", async () => {
  await signInAs(page, stack.network.url, stack.superAdministrator);
  const letPass = await refuse(page, ["GET"], PROMPTS, "Out of order");
  await page.goto(`${stack.network.url}/admin`);
  await prompts.openTab();
  await toast("alert", "Error loading prompts", "Out of order");
  await page.getByText("The prompts could not be loaded.").waitFor();
  await letPass();
  await prompts.manage(stack.company.name);
});

it("lists what the agents use with the built-in texts", async () => {
  for (const [name, key] of [
    [VOICE, VOICE_KEY],
    [NOTE, "voice_agent_user_prompt"],
    [SNAP, "snap_agent_system_prompt"],
    [LABEL, "label_agent_system_prompt"],
    ["Ask Agent: instructions", "ask_agent_system_prompt"],
  ] as const) {
    await prompts.card(name).getByText("Built-in text", { exact: true }).waitFor();
    await prompts.card(name).getByText(key, { exact: true }).waitFor();
    expect(await prompts.text(name).inputValue()).toBe(BUILT_IN_PROMPTS[key]);
    const hint = prompts
      .card(name)
      .getByText("{transcription} is a placeholder for the voice transcription");
    expect(await hint.count()).toBe(name === NOTE ? 1 : 0);
  }
  expect(await prompts.save().isDisabled()).toBe(true);
});

it("saves all changed prompts together, each even if another one is refused", async () => {
  const letPass = await refuse(page, ["POST", "PATCH"], PROMPTS, "Sealed", "Sealed");
  await prompts.text(VOICE).fill("Answer in rhyme.");
  await prompts.text(SNAP).fill("Sealed for now.");
  await page.getByText("Unsaved changes to 2 prompts").waitFor();
  await prompts.save().dblclick();
  await toast("alert", "Error saving prompts", "Sealed");
  await toast("status", "Prompts saved", "1 of 2 prompts");
  await prompts.card(VOICE).getByText("Company’s own").waitFor();
  await prompts.card(SNAP).getByText("Sealed", { exact: true }).waitFor();
  await prompts.card(SNAP).getByText("Unsaved changes").waitFor();
  expect(await prompts.text(SNAP).inputValue()).toBe("Sealed for now.");
  expect(await stored()).toEqual({ [VOICE_KEY]: "Answer in rhyme." });

  await letPass();
  await prompts.text(SNAP).fill("Look closely.");
  await prompts.text(VOICE).fill("Answer in verse.");
  await prompts.save().click();
  await toast("status", "Prompts saved", "2 prompts");
  expect(await stored()).toEqual({
    [VOICE_KEY]: "Answer in verse.",
    snap_agent_system_prompt: "Look closely.",
  });
  await expect.poll(() => prompts.save().isDisabled()).toBe(true);
  await prompts.text(VOICE).fill("Answer in prose.");
  await expect.poll(() => prompts.save().isEnabled()).toBe(true);
  await prompts.text(VOICE).fill("Answer in verse.");
  await expect.poll(() => prompts.save().isDisabled()).toBe(true);
});

it("goes back to the built-in text, after a confirmation", async () => {
  const reset = (name: string) => prompts.card(name).getByRole("button", { name: "Reset" });
  const dialog = page.getByRole("dialog", { name: "Reset to built-in text?" });
  await prompts.text(VOICE).fill("Not saved");
  await reset(VOICE).click();
  await dialog.getByText("Your unsaved changes to it go as well.").waitFor();
  await dialog.getByText("This action cannot be undone.").waitFor();
  await page.mouse.click(5, 5);
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Reset" }).click();
  await toast("status", "Prompt reset", VOICE);
  await prompts.card(VOICE).getByText("Built-in text", { exact: true }).waitFor();
  await prompts.untilText(VOICE, BUILT_IN_PROMPTS[VOICE_KEY]);
  expect(await stored()).toEqual({ snap_agent_system_prompt: "Look closely." });

  const letPass = await refuse(page, ["DELETE"], PROMPTS, "Locked");
  await reset(SNAP).click();
  await dialog.getByRole("button", { name: "Reset" }).click();
  await toast("alert", "Error resetting prompt", "Locked");
  await prompts.untilText(SNAP, "Look closely.");
  await letPass();
});

it("adds a prompt, and deletes it again", async () => {
  const key = page.getByLabel("Prompt key");
  const value = page.getByLabel("Prompt value");
  await prompts.add().click();
  await toast("alert", "Missing fields", "Please fill in prompt key and value");
  await key.fill("Label tone");
  await value.fill("Sealed kindness");
  await prompts.add().click();
  await toast("alert", "Error adding prompt", "Use lower-case letters");
  await key.fill("user_greeting");
  await page.getByText("is a placeholder for the voice transcription").nth(1).waitFor();
  const letPass = await refuse(page, ["POST"], PROMPTS, "Sealed");
  await prompts.add().click();
  await toast("alert", "Error adding prompt", "Sealed");
  await letPass();
  await value.fill("Be kind");
  await page.getByLabel("Description").fill("How to speak");
  await prompts.add().dblclick();
  await toast("status", "Prompt added", "user_greeting");
  await prompts.card("user_greeting").getByText("How to speak").waitFor();
  await prompts.card("user_greeting").getByText("is a placeholder for").waitFor();
  expect(await key.inputValue()).toBe("");
  expect(await stored()).toMatchObject({ user_greeting: "Be kind" });

  await prompts.card("user_greeting").getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete prompt?" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast("status", "Prompt deleted", "user_greeting");
  await prompts.card("user_greeting").waitFor({ state: "detached" });
  expect(await stored()).not.toHaveProperty("user_greeting");
});

it("keeps every typed text while the person goes to other tabs, pages and companies", async () => {
  await prompts.text(LABEL).fill("Half a sentence");
  await page.getByRole("tab", { name: "Knowledge Base" }).click();
  await prompts.openTab();
  await prompts.untilText(LABEL, "Half a sentence");
  await prompts.manage(OTHER_COMPANY);
  await page.getByText(`Unsaved changes are kept for ${stack.company.name}`).waitFor();
  await prompts.untilText(LABEL, BUILT_IN_PROMPTS.label_agent_system_prompt);
  expect(await prompts.save().isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Contact Form Submissions" }).click();
  await page.getByRole("heading", { level: 1, name: "Contact Form Submissions" }).waitFor();
  await page.goBack();
  await prompts.openTab();
  await prompts.manage(stack.company.name);
  await prompts.untilText(LABEL, "Half a sentence");
  await page.getByLabel("Prompt key").fill("half_a_key");
  // A browser drops what is still being written when a page is left within milliseconds.
  const stored = {
    personId: await stack.userId(stack.superAdministrator),
    table: "newPromptDrafts",
  };
  await untilRows(page, stored, [{ prompt_key: "half_a_key" }]);
  await prompts.untilWarning(true);
  expect(await prompts.reload()).toBe(true);
  await prompts.untilText(LABEL, "Half a sentence");
  await expect.poll(() => page.getByLabel("Prompt key").inputValue()).toBe("half_a_key");
  await page.getByLabel("Prompt key").fill("");
  await prompts.card(LABEL).getByText("Unsaved changes").waitFor();
  await prompts.card(LABEL).getByRole("button", { name: "Discard changes" }).click();
  await prompts.untilText(LABEL, BUILT_IN_PROMPTS.label_agent_system_prompt);
  await prompts.untilWarning(false);
  expect(await prompts.reload()).toBe(false);
});

it("shows another administrator's text beside the typed one, and overwrites no change unseen", async () => {
  const { userId } = await signIn(stack.backend, stack.administrator, PASSWORD);
  await service("PATCH", `user_roles?user_id=eq.${userId}`, { role: "super_admin" });
  const { accessToken } = await signIn(stack.backend, stack.administrator, PASSWORD);
  const theirs = `${TABLE}?company_id=eq.${companyId}&prompt_key=eq.label_agent_system_prompt`;
  const byOther = (method: "POST" | "PATCH", prompt_value: string) =>
    rest(stack.backend, accessToken, method, method === "POST" ? TABLE : theirs, {
      ...(method === "POST" && { company_id: companyId, prompt_key: "label_agent_system_prompt" }),
      prompt_value,
      updated_by: userId,
    });

  expect((await byOther("POST", "Theirs")).status).toBe(201);
  await prompts.lookAgain();
  await prompts.untilText(LABEL, "Theirs");

  await prompts.text(LABEL).fill("Mine");
  // Nothing tells this page of the change before it saves.
  await prompts.lookAway();
  await byOther("PATCH", "Theirs, again");
  await prompts.save().click();
  await toast("alert", "Error saving prompts", "This prompt was changed meanwhile.");
  await prompts.meanwhile(LABEL).getByText("Theirs, again", { exact: true }).waitFor();
  expect(await prompts.text(LABEL).inputValue()).toBe("Mine");
  expect(await stored()).toMatchObject({ label_agent_system_prompt: "Theirs, again" });
  await prompts.save().click();
  await toast("status", "Prompts saved", "1 prompt");
  expect(await stored()).toMatchObject({ label_agent_system_prompt: "Mine" });

  await prompts.text(LABEL).fill("Mine, longer");
  await byOther("PATCH", "Theirs at last");
  await prompts.lookAgain();
  await prompts.meanwhile(LABEL).getByText("Theirs at last", { exact: true }).waitFor();
  expect(await prompts.text(LABEL).inputValue()).toBe("Mine, longer");
  await prompts.meanwhile(LABEL).getByRole("button", { name: "Use theirs" }).click();
  await prompts.untilText(LABEL, "Theirs at last");
  expect(await prompts.save().isDisabled()).toBe(true);
});

it("can only be read without a connection, and says so", async () => {
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText("Changes can be made when you are back online.").waitFor();
  expect(await prompts.text(LABEL).getAttribute("readonly")).not.toBeNull();
  expect(await prompts.add().isDisabled()).toBe(true);
  expect(await prompts.save().isDisabled()).toBe(true);
});
