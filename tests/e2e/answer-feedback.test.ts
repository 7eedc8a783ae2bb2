// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { addKestrelManual, ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import type { ChromiumProcess } from "../support/e2e/chromium.ts";
import { signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";

const PATIENCE = { timeout: 60_000 };
const QUESTION = "What does fault code K17 on the Kestrel 900 mean?";

const stack = stackForTests();
let browser: ChromiumProcess;
let page: Page;

beforeAll(async () => {
  await addKestrelManual(stack);
  page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
  browser = stack.browserOf(page);
});

const open = (path: string) => page.goto(`${stack.network.url}${path}`);
const thumb = (name: "Right answer" | "Wrong answer") =>
  messages(page).last().getByRole("button", { name, exact: true });
const pressed = (name: "Right answer" | "Wrong answer") => thumb(name).getAttribute("aria-pressed");
const ratings = () => stack.rows("answer_feedback", "select=*&order=created_at");

async function answered(path: string): Promise<void> {
  await open(path);
  await questionBox(page).waitFor();
  stack.provider.respondWith({
    to: "chat",
    do: "answer",
    text: "The condensate float switch is open [1].",
  });
  await ask(page, QUESTION);
  await thumb("Right answer").waitFor(PATIENCE);
}

it("a rating of an answer of Ask is stored with its question, its document and its reason", async () => {
  await answered("/ask-agent");
  expect([await pressed("Right answer"), await pressed("Wrong answer")]).toEqual([
    "false",
    "false",
  ]);
  await thumb("Wrong answer").click();
  await expect.poll(() => pressed("Wrong answer")).toBe("true");
  await expect.poll(async () => (await ratings()).map(({ verdict }) => verdict)).toEqual(["wrong"]);

  await page.getByLabel("What was wrong? (optional)").fill("It is the low-pressure switch.");
  await page.getByRole("button", { name: "Send reason" }).click();
  await page.getByLabel("What was wrong? (optional)").waitFor({ state: "detached" });
  await expect
    .poll(async () => (await ratings()).map(({ reason }) => reason))
    .toEqual(["It is the low-pressure switch."]);
  const [row] = await ratings();
  const [file] = await stack.rows("knowledge_base", "file_name=like.Kestrel*&select=id,company_id");
  expect(row).toMatchObject({
    user_id: await stack.userId(stack.technician),
    company_id: file?.company_id,
    agent: "ask",
    question: QUESTION,
    verdict: "wrong",
    sources: [file?.id],
  });
  const [asked] = await stack.rows("ask_agent_conversations", "role=eq.user&select=id");
  expect(row?.request_id).toBe(asked?.id);

  await open("/dashboard");
  await open("/ask-agent");
  await expect.poll(() => pressed("Wrong answer")).toBe("true");
  await thumb("Wrong answer").click();
  await expect.poll(() => pressed("Wrong answer")).toBe("false");
  await expect
    .poll(async () => (await ratings()).map(({ verdict, reason }) => [verdict, reason]))
    .toEqual([[null, null]]);
  expect(browser.consoleTrouble).toEqual([]);
});
