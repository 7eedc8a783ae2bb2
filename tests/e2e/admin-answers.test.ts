// @module-tag rest

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { addKestrelManual, MANUAL } from "../support/e2e/chat-pages.ts";
import { stackForTests, untilToast } from "../support/e2e/pages.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const stack = stackForTests();
let page: Page;

/** What the golden set asks. */
const QUESTION = "What does fault code K17 on the Kestrel 900 mean?";
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const PATIENCE = { timeout: 60_000 };

beforeAll(async () => {
  await addKestrelManual(stack);
  await writeAnswers();
  page = await (await stack.browser()).newPage();
  await page.setViewportSize(TABLET);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs(page, stack.network.url, stack.superAdministrator);
  await openTab("Company", "Answers");
});

/** Two answers that found nothing, one marked wrong, and one of a week ago for each of 30 hours. */
async function writeAnswers(): Promise<void> {
  const [file] = await stack.rows("knowledge_base", "file_name=like.Kestrel*&select=id");
  const company_id = stack.company.id;
  const user_id = await stack.userId(stack.technician);
  const asked = (input_text: string, created_at: number) => ({
    ...{ user_id, company_id, request_key: randomUUID(), user_email: stack.technician },
    ...{ agent_type: "ask_agent", action_type: "answer", status: "success", input_text },
    output_text: "I could not find this in your documents",
    created_at: new Date(created_at).toISOString(),
  });
  const now = Date.now();
  const logs = [
    asked("Who repairs the coffee machine?", now - 60_000),
    asked("Where is the key of the van?", now - 120_000),
    ...Array.from({ length: 30 }, (_, n) => asked(`Old question ${n}?`, now - WEEK_MS - n * 1000)),
  ];
  await stack.write("POST", "detailed_agent_logs", logs);
  await stack.write("POST", "answer_feedback", {
    ...{ user_id, company_id, agent: "label", message_id: randomUUID(), item_id: randomUUID() },
    ...{ revision: 1, verdict: "wrong", question: "What does K17 mean?", sources: [file?.id] },
    reason: "It is the low-pressure switch.",
  });
}

async function openTab(...names: string[]): Promise<void> {
  await page.goto(`${stack.network.url}/admin?company=${stack.company.id}`);
  for (const name of names) await page.getByRole("tab", { name }).click();
}

const entries = () => page.getByRole("list", { name: "Answers to look at" }).getByRole("listitem");
const filters = () => page.getByRole("region", { name: "Answers to look at" });
const entry = (text: string) => entries().filter({ hasText: text });

it("lists what found nothing and what was marked wrong, with person, date, reason and document", async () => {
  await entry("What does K17 mean?").waitFor(PATIENCE);
  const wrong = entry("What does K17 mean?");
  for (const text of ["Marked wrong", "It is the low-pressure switch.", MANUAL, "Label Agent"]) {
    await wrong.getByText(text, { exact: true }).waitFor();
  }
  const nothing = entry("Who repairs the coffee machine?");
  await nothing.getByText("Found nothing", { exact: true }).waitFor();
  expect(await nothing.locator("time").getAttribute("datetime")).toMatch(/^\d{4}-/);
});

it("is paged by the server", async () => {
  expect(await entries().count()).toBe(25);
  await page.getByRole("button", { name: "Load more" }).click();
  await expect.poll(() => entries().count(), PATIENCE).toBe(33);
  expect(await page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  // A reload brings as many.
  await page.waitForURL(/[?&]shown=50(&|$)/);
  await page.reload();
  await expect.poll(() => entries().count(), PATIENCE).toBe(33);
});

it("shows the answers of a week or of a document, and keeps the choice in the address", async () => {
  const week = filters().getByLabel("Week");
  const document = filters().getByLabel("Document");
  // The numbers have a request of their own, whose answer may come after the list.
  const counted = week.locator("option").filter({ hasText: /: 30 found nothing$/ });
  await counted.waitFor({ state: "attached" });
  await week.selectOption({ label: (await counted.textContent()) ?? "" });
  await expect.poll(() => entry("coffee machine").count()).toBe(0);
  await entry("Old question 3?").waitFor();
  const now = week.locator("option").filter({ hasText: "marked wrong" });
  await week.selectOption({ label: (await now.textContent()) ?? "" });
  const wrong = `${MANUAL}: 1 marked wrong`;
  await document.selectOption({ label: wrong });
  await page.waitForURL(/&week=\d{4}-\d\d-\d\d&document=[\w-]{36}$/);
  await page.reload();
  await expect.poll(() => entries().count(), PATIENCE).toBe(1);
  await entry("What does K17 mean?").waitFor();
  // The names of documents have a request of their own, too.
  await expect.poll(() => document.locator("option:checked").textContent(), PATIENCE).toBe(wrong);
});

const goldenSet = () => page.getByRole("region", { name: "Golden set" });
const stored = () => stack.rows("golden_questions", "select=*&order=created_at");
const button = (name: string) => page.getByRole("button", { name, exact: true });

it("adds, changes and deletes golden questions", async () => {
  await openTab("Company", "Golden questions");
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
      company_id: stack.company.id,
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

it("names the golden questions that a prompt breaks, and saves it only then", async () => {
  await openTab("AI Settings");
  const promptField = page.getByRole("textbox", { name: "Ask Agent: instructions" });
  await promptField.waitFor(PATIENCE);
  await promptField.fill("Answer with one word.");
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
  await dialog.getByRole("button", { name: "Save anyway" }).click();
  await expect
    .poll(async () => (await stack.rows("ai_prompt_settings")).map((row) => row.prompt_value))
    .toEqual(["Answer with one word."]);

  // One that breaks nothing is saved without a question.
  await promptField.fill("Answer with one sentence.");
  const right = "The float switch is open [1].";
  stack.provider.respondWith(
    { to: "chat", do: "answer", text: right },
    { to: "chat", do: "answer", text: right },
  );
  await button("Save").click();
  await untilToast(page, "status", "Prompts saved", "1 prompt");
});
