// @module-tag rest

import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { addKestrelManual, MANUAL } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { TABLET } from "../support/e2e/screens.ts";
import { type Stack, startStack } from "../support/e2e/stack.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

let stack: Stack;
let browser: ChromiumProcess;
let page: Page;

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const PATIENCE = { timeout: 60_000 };

beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  await addKestrelManual(stack);
  await writeAnswers();
  browser = await stack.browser();
  page = await browser.newPage();
  await page.setViewportSize(TABLET);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await signInAs(page, stack.network.url, stack.administrator);
  await openTab();
});
afterAll(() => stack.stop());

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
  const added = await rest(stack.backend, "service", "POST", "detailed_agent_logs", logs);
  expect(added.status).toBe(201);
  const rated = await rest(stack.backend, "service", "POST", "answer_feedback", {
    ...{ user_id, company_id, agent: "label", message_id: randomUUID(), item_id: randomUUID() },
    ...{ revision: 1, verdict: "wrong", question: "What does K17 mean?", sources: [file?.id] },
    reason: "It is the low-pressure switch.",
  });
  expect(rated.status).toBe(201);
}

async function openTab(): Promise<void> {
  await page.goto(`${stack.network.url}/admin`);
  await page.getByRole("tab", { name: "Answers" }).click();
  await page.getByRole("heading", { name: "Answers to look at" }).waitFor();
}

const entries = () => page.getByRole("list", { name: "Answers to look at" }).getByRole("listitem");
const filters = () => page.getByRole("region", { name: "Answers to look at" });
const entry = (text: string) =>
  entries()
    .or(page.getByRole("table", { name: "Answers to look at" }).getByRole("row"))
    .filter({ hasText: text });

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
  await page.waitForURL(/[?&]shown=50$/);
  await page.reload();
  await expect.poll(() => entries().count(), PATIENCE).toBe(33);
});

it("shows the answers of a week or of a document, and says how many there are", async () => {
  const week = filters().getByLabel("Week");
  // The numbers have a request of their own, whose answer may come after the list.
  const counted = week.locator("option").filter({ hasText: /: 30 found nothing$/ });
  await counted.waitFor({ state: "attached" });
  await week.selectOption({ label: (await counted.textContent()) ?? "" });
  await expect.poll(() => entry("coffee machine").count()).toBe(0);
  await entry("Old question 3?").waitFor();
  await week.selectOption("");
  await filters()
    .getByLabel("Document")
    .selectOption({ label: `${MANUAL}: 1 marked wrong` });
  await expect.poll(() => entries().count(), PATIENCE).toBe(1);
  await entry("What does K17 mean?").waitFor();
  await filters().getByLabel("Document").selectOption("");
});

it("keeps the week and the document in the address, for a reload and for back", async () => {
  const chosen = (label: string) =>
    filters().getByLabel(label).locator("option:checked").textContent();
  const week = filters().getByLabel("Week");
  const options = await week.locator("option").allTextContents();
  const now = options.find((option) => option.includes("marked wrong")) ?? "";
  await week.selectOption({ label: now });
  const document = `${MANUAL}: 1 marked wrong`;
  await filters().getByLabel("Document").selectOption({ label: document });
  await page.waitForURL(/\/admin\?tab=answers&week=\d{4}-\d\d-\d\d&document=[\w-]{36}$/);
  await page.reload();
  await expect.poll(() => chosen("Week"), PATIENCE).toBe(now);
  await expect.poll(() => chosen("Document"), PATIENCE).toBe(document);
  await expect.poll(() => entries().count(), PATIENCE).toBe(1);
  await page.getByRole("tab", { name: "Users" }).click();
  await page.getByRole("heading", { name: "Team Members" }).waitFor();
  await page.goBack();
  await expect.poll(() => chosen("Document"), PATIENCE).toBe(document);
  await expect.poll(() => entries().count(), PATIENCE).toBe(1);
});

it("is readable offline", async () => {
  expect(browser.consoleTrouble).toEqual([]);
  stack.network.cut();
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.getByText(/^As of /).waitFor(PATIENCE);
  await entry("What does K17 mean?").waitFor();
  stack.network.restore();
});
