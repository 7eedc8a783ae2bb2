// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { addKestrelManual, ask, messages, questionBox } from "../support/e2e/chat-pages.ts";
import { goOffline, goOnline, signedIn, stackForTests, untilToast } from "../support/e2e/pages.ts";
import { PHONE, TABLET } from "../support/e2e/screens.ts";
import { syncStatus } from "../support/e2e/voice-pages.ts";

const PATIENCE = { timeout: 60_000 };
const QUESTION = "Which torx for the flange of the Kestrel 900?";
const REPLY = "Torx T25. The bits are in van 4.";

const stack = stackForTests();
let technician: Page;
let office: Page;

beforeAll(async () => {
  await addKestrelManual(stack);
  const size = { size: PHONE, isInstalled: true };
  technician = await signedIn(stack, stack.technician, size);
  office = await signedIn(stack, stack.administrator, { device: "office", size: TABLET });
});

const open = (page: Page, path: string) => page.goto(`${stack.network.url}${path}`);
const ratings = () => stack.rows("answer_feedback", "select=*&order=created_at");
const answer = () => messages(technician).last();
const button = (name: string) => answer().getByRole("button", { name, exact: true });
const says = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).waitFor();

async function answered(path: string, question: string, text: string): Promise<void> {
  await open(technician, path);
  await questionBox(technician).waitFor();
  stack.provider.respondWith({ to: "chat", do: "answer", text });
  await ask(technician, question);
  await button("Wrong answer").waitFor(PATIENCE);
}

const inbox = () => office.getByRole("list", { name: "Answers to look at" }).getByRole("listitem");

it("a question that no document answers says so, and waits offline to be asked of the office once", async () => {
  await answered("/ask-agent", QUESTION, "I could not find this in your documents");
  await says(technician, "No document has: torx, flange");
  await answer()
    .getByRole("heading", { name: /^The closest passages on this device/ })
    .waitFor();
  await syncStatus(technician, "Everything sent").waitFor(PATIENCE);

  await goOffline(stack, technician);
  await button("Ask the office").click();
  await says(technician, "Will be sent to the office");
  await syncStatus(technician, "1 waiting to send").waitFor();
  await button("Take back").click();
  await button("Ask the office").click();
  await says(technician, "Will be sent to the office");
  await syncStatus(technician, "1 waiting to send").waitFor();
  expect(await ratings()).toEqual([]);

  await goOnline(stack, technician);
  await technician.getByText("Sent to the office", { exact: true }).waitFor(PATIENCE);
  expect(await ratings()).toMatchObject([{ verdict: "asked", question: QUESTION, agent: "ask" }]);
});

it("an administrator takes the question and replies, and finds it among the done ones", async () => {
  await open(office, `/admin?company=${stack.company.id}&tab=answers`);
  const entry = inbox().filter({ hasText: QUESTION });
  await entry.getByText("Asked the office", { exact: true }).waitFor(PATIENCE);
  await entry.getByLabel("Assigned to").selectOption("You");
  await untilToast(office, "status", "Assigned", QUESTION);
  await entry.getByRole("button", { name: `Reply: ${QUESTION}` }).click();
  await entry.getByLabel("Reply to the person who asked").fill(REPLY);
  await entry.getByRole("button", { name: "Send reply" }).click();
  await untilToast(office, "status", "Reply sent", QUESTION);
  await expect.poll(() => entry.count()).toBe(0);
  expect(await stack.rows("answer_reviews")).toMatchObject([
    { reply: REPLY, assigned_to: await stack.userId(stack.administrator) },
  ]);

  await office.getByLabel("Status").selectOption("Done");
  await entry.getByText(REPLY, { exact: true }).waitFor(PATIENCE);
  await entry.getByRole("button", { name: `Reopen: ${QUESTION}` }).click();
  await expect.poll(() => entry.count()).toBe(0);
  await office.getByLabel("Status").selectOption("Open");
  await entry.getByRole("button", { name: `Done: ${QUESTION}` }).click();
  await expect.poll(() => entry.count()).toBe(0);
});

it("the reply comes to the open chat and the history of who asked, and stays there offline", async () => {
  await says(technician, "Answer from the office");
  await says(technician, REPLY);
  expect(await technician.getByText("Sent to the office", { exact: true }).count()).toBe(0);

  await goOffline(stack, technician);
  for (const path of ["/history", "/ask-agent"]) {
    await open(technician, path);
    await says(technician, "Answer from the office");
    await says(technician, REPLY);
  }
  await goOnline(stack, technician);
});

it("the reporter of a wrong answer hears that it was looked at, and on any page that it got a reply", async () => {
  const markWrong = async (question: string, choice: "Send reason" | "Without a reason") => {
    await answered("/label-agent", question, "The condensate float switch is open [1].");
    await button("Wrong answer").click();
    await technician.getByLabel("What was wrong? (optional)").fill(choice);
    await technician.getByRole("button", { name: choice }).click();
    await syncStatus(technician, "Everything sent").waitFor(PATIENCE);
    await open(office, `/admin?company=${stack.company.id}&tab=answers`);
    await inbox().filter({ hasText: question }).getByText("Marked wrong").waitFor(PATIENCE);
  };
  const first = "What does fault code K17 on the Kestrel 900 mean?";
  await markWrong(first, "Send reason");
  await office.getByRole("button", { name: `Done: ${first}` }).click();
  await technician.getByText(/^Looked at by the office on /).waitFor(PATIENCE);

  const second = "What clears fault code K17 on the Kestrel 900?";
  await markWrong(second, "Without a reason");
  const reasons = async () => (await ratings()).map(({ reason }) => reason);
  await expect.poll(reasons).toEqual([null, "Send reason", null]);
  await open(technician, "/dashboard");
  await office.getByRole("button", { name: `Reply: ${second}` }).click();
  await office.getByLabel("Reply to the person who asked").fill("The manual is old.");
  await office.getByRole("button", { name: "Send reply" }).click();
  await untilToast(technician, "status", "Answered by the office", second);
});
