import { expect, it } from "vitest";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { dealFates, sendAll } from "#tests/support/sync/waiting.ts";
import { readHistory } from "../mirror/person/agent-logs.ts";
import { ASK_CONVERSATION, readMessages } from "../mirror/person/conversations.ts";
import { readRecordingBytes } from "../mirror/person/recordings/recordings.ts";
import { askAsText, askQuestion } from "./questions.ts";
import { beginRecording } from "./recording-session.ts";

const ask = (text: string) =>
  askQuestion(tab.db, tab.ports, { agent: "ask", conversation: ASK_CONVERSATION, text });
const said = async () =>
  (await readMessages(tab.db, "ask", ASK_CONVERSATION)).map(({ content }) => content);

const WORDS = { agent: "ask", conversation: ASK_CONVERSATION, text: "in words" } as const;

async function speak(): Promise<string> {
  const session = await beginRecording(tab.db, tab.ports, "audio/webm;codecs=opus", {
    agent: "ask",
    conversation: ASK_CONVERSATION,
  });
  await session.append(new Uint8Array(100).fill(7).buffer, 1000);
  await session.seal();
  return session.id;
}

it("a spoken question is transcribed once, asked once and stored as text", async () => {
  dealFates(device.server, "function", "drop-reply", "answer", "drop-reply");
  const id = await speak();
  await sendAll(tab);
  const [transcription, question] = device.server.providerCalls;
  expect(question).toBe(id);
  expect(await said()).toEqual([
    `Transcription of ${transcription}`,
    `Answer to Transcription of ${transcription}`,
  ]);
  expect(device.server.providerCalls).toHaveLength(2);
  const [entry] = await readHistory(tab.db, "ask");
  expect(entry).toMatchObject({ input_type: "voice" });
});

it("a spoken question is sent with what it was about when it was recorded", async () => {
  const about = "E-31 HP-240";
  const session = await beginRecording(tab.db, tab.ports, "audio/webm", {
    ...{ agent: "ask", conversation: ASK_CONVERSATION, about },
  });
  await session.append(new Uint8Array(100).buffer, 1000);
  await session.seal();
  const bodies: string[] = [];
  device.server.observe = ({ kind }, body) => {
    if (kind === "function") bodies.push(body);
  };
  await sendAll(tab);
  expect(JSON.parse(bodies.at(-1) ?? "")).toMatchObject({ about });
});

it("a spoken question is asked in corrected words in its place, and its recording is deleted", async () => {
  await ask("first");
  const spoken = await speak();
  await ask("last");
  expect(await askAsText(tab.db, tab.ports, spoken, WORDS)).toBe(true);
  expect(await readRecordingBytes(tab.db, spoken)).toEqual([]);
  // A second tap finds nothing to replace.
  expect(await askAsText(tab.db, tab.ports, spoken, WORDS)).toBe(false);
  await sendAll(tab);
  const questions = (await said()).filter((text) => !text.startsWith("Answer"));
  expect(questions).toEqual(["first", "in words", "last"]);
  expect(device.server.providerCalls).toHaveLength(3);
});

it("a spoken question that is being sent keeps its recording and is not asked in other words", async () => {
  const spoken = await speak();
  await tab.db.outbox.update(spoken, { state: "sending", due: null });
  expect(await askAsText(tab.db, tab.ports, spoken, WORDS)).toBe(false);
  expect(await readRecordingBytes(tab.db, spoken)).toHaveLength(1);
  expect(await tab.db.outbox.count()).toBe(1);
});
