import { randomUUID } from "node:crypto";
import type { Page } from "playwright";
import { expect } from "vitest";
import { storedRows } from "./device-storage.ts";
import type { Stack } from "./stack.ts";

export const MANUAL = "Kestrel 900 manual.pdf";
export const MANUAL_TITLE = "Kestrel 900 manual";

/** Passages about a machine that no other document mentions, in page order. */
const PASSAGES = [
  "Before opening the Kestrel 900 cabinet, isolate the supply and wait five minutes for the capacitors to discharge. Prove the circuit dead at terminal X4.",
  "Fault code K17 on the Kestrel 900 means that the condensate float switch is open. Clear the drain line and reset the board by holding MODE for three seconds.",
];

/** Adds a document to the company that Label and Ask answer from. */
export async function addKestrelManual(stack: Stack): Promise<void> {
  const id = randomUUID();
  await stack.write("POST", "knowledge_base", {
    ...{ id, file_name: MANUAL, file_path: `${stack.company.id}/${id}`, kind: "pdf" },
    ...{ company_id: stack.company.id, allowed_agents: ["label_agent"], size_bytes: 1000 },
    ...{ page_count: PASSAGES.length, passage_count: PASSAGES.length },
  });
  const passages = PASSAGES.map((body, at) => ({ file_id: id, chunk_no: at, page: at + 1, body }));
  await stack.write("POST", "knowledge_chunks", passages);
}

export const questionBox = (page: Page) => page.getByRole("textbox", { name: "Your question" });
export const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
export const voiceButton = (page: Page) => page.getByRole("button", { name: "Voice input" });

/** Types a question and sends it with Enter, as soon as no other one is being answered. */
export async function ask(page: Page, question: string): Promise<void> {
  await questionBox(page).fill(question);
  await expect.poll(() => sendButton(page).isEnabled()).toBe(true);
  await questionBox(page).press("Enter");
}

/** The message bubbles of the conversation, oldest first, without what the device itself has found. */
export const messages = (page: Page) => page.getByRole("log").locator("ol > li[data-role]");

/** What the device itself has found for questions, the oldest first. */
export const devicePassages = (page: Page) =>
  page.getByRole("group", { name: "From the manuals on this device — not an AI answer" });

/** Waits until the manual's passages are stored on the device, for questions without a network. */
export async function untilManualOnDevice(page: Page, personId: string): Promise<void> {
  const manual = async () => {
    const files = await storedRows(page, { personId, table: "knowledgeFiles" });
    return files.find(({ file_name }) => file_name === MANUAL);
  };
  await expect.poll(manual).toMatchObject({ passagesOf: expect.any(String) });
}
