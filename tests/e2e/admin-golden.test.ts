// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { addKestrelManual, MANUAL } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { holdRequests } from "../support/e2e/hold-requests.ts";
import { openRow } from "../support/e2e/rows.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { untilToast } from "../support/e2e/toasts.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const QUESTION = "What does fault code K17 on the Kestrel 900 mean?";
const PATIENCE = { timeout: 60_000 };

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;
let company: string;

beforeAll(async () => {
  stack = await startStack();
  await addKestrelManual(stack);
  company = stack.company.id;
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs(page, stack.network.url, stack.superAdministrator);
});
afterAll(async () => {
  expect(browser.consoleTrouble).toEqual([]);
  await stack.stop();
});

async function openTab(name: string): Promise<void> {
  await page.goto(`${stack.network.url}/admin?company=${stack.company.id}`);
  await page.getByRole("tab", { name }).click();
}

const goldenSet = () => page.getByRole("region", { name: "Golden set" });
const stored = () => stack.rows("golden_questions", "select=*&order=created_at");
const button = (name: string) => page.getByRole("button", { name, exact: true });
const promptField = () => page.getByRole("textbox", { name: "Ask Agent: instructions" });

it("adds, changes and deletes golden questions", async () => {
  await openTab("Answers");
  await goldenSet().getByText("No golden questions yet").waitFor(PATIENCE);
  await goldenSet().getByLabel("Question").fill(QUESTION);
  await goldenSet().getByLabel("Document").selectOption({ label: MANUAL });
  await goldenSet().getByRole("button", { name: "Add question" }).click();
  await page.getByText("Enter the words that are expected.").waitFor();
  await goldenSet().getByLabel("Words").fill("condensate float switch");
  await goldenSet().getByRole("button", { name: "Add question" }).click();
  await untilToast(page, "status", "Added to golden set", QUESTION);
  const [file] = await stack.rows("knowledge_base", "file_name=like.Kestrel*&select=id");
  await expect.poll(stored).toMatchObject([
    {
      company_id: company,
      agent: "ask",
      question: QUESTION,
      expected: "passage",
      expected_text: "condensate float switch",
      file_id: file?.id,
    },
  ]);

  await button(`Edit: ${QUESTION}`).click();
  const row = goldenSet().getByRole("list", { name: "Golden set" });
  await row.getByLabel("Expected").selectOption("words");
  await row.getByLabel("Words").fill("float switch");
  await row.getByRole("button", { name: "Save question" }).click();
  await goldenSet().getByText("The answer has these words: “float switch”").waitFor();
  await expect.poll(stored).toMatchObject([{ expected: "words", expected_text: "float switch" }]);

  await button(`Delete: ${QUESTION}`).focus();
  await page.keyboard.press("Enter");
  await expect.poll(stored).toEqual([]);
  const isFocused = (region: Element) => document.activeElement === region;
  await expect.poll(() => goldenSet().evaluate(isFocused)).toBe(true);
  await button("Undo").click();
  await expect.poll(stored).toMatchObject([{ question: QUESTION, expected: "words" }]);
});

it("takes no press that would be lost before the server can be asked", async () => {
  // Without the worker, the code that asks the server comes from the network at each start.
  stack.network.passage = (_, path) => (path === "/service-worker.js" ? "lose-reply" : "pass");
  const early = await (await stack.browser("early")).newPage();
  const add = early.getByRole("button", { name: "Add question" });
  await signInAs(early, stack.network.url, stack.superAdministrator);
  await early.goto(`${stack.network.url}/admin?tab=answers`);
  await add.and(early.locator(":enabled")).waitFor();
  const pass = await holdRequests(early, /\/backend-/);
  await early.goto(`${stack.network.url}/admin?tab=answers`, { waitUntil: "commit" });
  await add.and(early.locator(":disabled")).waitFor();
  pass();
  await add.and(early.locator(":enabled")).waitFor();
  stack.network.passage = () => "pass";
});

it("names the golden questions that a prompt breaks, and saves it only then", async () => {
  await openTab("AI Settings");
  await promptField().waitFor(PATIENCE);
  await promptField().fill("Answer with one word.");
  stack.provider.respondWith(
    { to: "chat", do: "answer", text: "The float switch is open [1]." },
    { to: "chat", do: "answer", text: "Switch [1]." },
  );
  await button("Save").click();
  const dialog = page.getByRole("dialog", { name: "Save prompts" });
  await dialog.getByText(/^Of 1 golden question, 1 gets worse/).waitFor(PATIENCE);
  await dialog
    .getByRole("row", { name: new RegExp(`${QUESTION.slice(0, 20)}.*Right.*Broken`) })
    .waitFor();
  await dialog.getByText(/^What the check cost is not known|^The check cost/).waitFor();
  expect(await stack.rows("ai_prompt_settings")).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await stack.rows("ai_prompt_settings")).toEqual([]);

  stack.provider.respondWith(
    { to: "chat", do: "answer", text: "The float switch is open [1]." },
    { to: "chat", do: "answer", text: "Switch [1]." },
  );
  await button("Save").click();
  await dialog.getByText(/1 gets worse/).waitFor(PATIENCE);
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect
    .poll(async () => (await stack.rows("ai_prompt_settings")).map((row) => row.prompt_value))
    .toEqual(["Answer with one word."]);
  const logs = await stack.rows("detailed_agent_logs", "action_type=eq.golden-run");
  expect(logs).toHaveLength(2);
  expect(logs[0]).toMatchObject({ company_id: company, agent_type: "ask_agent" });
});

it("saves a prompt by itself that breaks nothing", async () => {
  await promptField().fill("Answer with one sentence.");
  stack.provider.respondWith(
    { to: "chat", do: "answer", text: "The float switch is open [1]." },
    { to: "chat", do: "answer", text: "It is the float switch [1]." },
  );
  await button("Save").click();
  await expect
    .poll(
      async () => (await stack.rows("ai_prompt_settings")).map((row) => row.prompt_value),
      PATIENCE,
    )
    .toEqual(["Answer with one sentence."]);
});

it("names the golden questions that a deleted document leaves without a passage", async () => {
  await openTab("Knowledge Base");
  const document = await openRow(page, "Documents", MANUAL);
  await document.getByRole("button", { name: /Delete/ }).click();
  const dialog = page.getByRole("dialog", { name: "Delete document?" });
  await dialog.getByText(/1 gets worse/).waitFor(PATIENCE);
  await dialog.getByText("The check cost nothing.").waitFor();
  await dialog.getByRole("button", { name: "Delete anyway" }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await stack.rows("knowledge_base", "file_name=like.Kestrel*")).toHaveLength(1);
});

it("changes nothing for a company without golden questions", async () => {
  await rest(stack.backend, "service", "DELETE", `golden_questions?company_id=eq.${company}`);
  const chats = stack.provider.callsTo("chat").length;
  await openTab("AI Settings");
  await promptField().fill("Answer shortly.");
  await button("Save").click();
  await untilToast(page, "status", "Prompts saved", "1 prompt");
  expect(stack.provider.callsTo("chat")).toHaveLength(chats);
});
