import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { OpenedRecorder } from "#capture/audio-recorder.ts";
import { waitingQuestions } from "#mirror/person/conversations.ts";
import { readUnsent } from "#mirror/person/outbox/read-unsent.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginSpokenQuestion } from "#outbox/questions.ts";
import { sendUnfinished } from "#outbox/unfinished-recordings.ts";
import type { Locks, Ports } from "#platform/ports.ts";
import { FAST, FakeRecorder } from "#tests/support/recording-bench.ts";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import type { VoiceNotice } from "../recorder/voice-notice.ts";
import { createSpokenQuestion, type SpokenQuestion } from "./spoken-question.ts";
import { wordSpokenNotice } from "./use-spoken-question.ts";

let db: PersonDatabase;
let locks: Locks;
let recorder: FakeRecorder;
let notices: VoiceNotice[];
let spoken: SpokenQuestion;
let opened: () => Promise<OpenedRecorder>;

beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
  recorder = new FakeRecorder();
  notices = [];
  opened = async () => ({ kind: "open", recorder });
  locks = createMemoryLocks();
  const ports: Ports = {
    clock: createManualClock(),
    random: () => 0.5,
    newId: () => crypto.randomUUID(),
    locks,
  };
  spoken = createSpokenQuestion({
    openRecorder: () => opened(),
    beginNote: (mimeType) =>
      beginSpokenQuestion(db, ports, { agent: "ask", conversation: "ask", mimeType }),
    whileRecording: () => () => undefined,
    notify: (notice) => notices.push(notice),
  });
});
afterEach(async () => {
  await db.delete();
});

/** Begins to record. @returns resolves when everything about the question has ended */
async function begin(...bytes: number[]): Promise<{ over: Promise<void> }> {
  const over = spoken.start();
  await vi.waitFor(() => expect(recorder.recording).toBe(true), FAST);
  if (bytes.length > 0) recorder.give(...bytes);
  return { over };
}

const waiting = () => waitingQuestions(db, "ask", "ask");
const QUEUED = { payload: { kind: "question", text: null, spoken: { durationMs: 1000 } } };

async function expectNoData(): Promise<void> {
  expect(await waiting()).toEqual([]);
  expect(await db.recordings.count()).toBe(0);
  expect(await db.recordingChunks.count()).toBe(0);
  expect(notices).toEqual([]);
}

describe("a spoken question", () => {
  it("is queued when it is stopped", async () => {
    const { over } = await begin(1, 2);
    spoken.stop();
    await over;
    expect(await waiting()).toMatchObject([{ size: 2, ...QUEUED }]);
    expect(notices).toEqual([]);
  });

  it("is not sent when its page is left, but kept until its person sends it", async () => {
    const { over } = await begin(1, 2);
    spoken.leave();
    await over;
    expect(await waiting()).toEqual([]);
    const { unfinished } = await readUnsent(db, locks);
    expect(unfinished).toMatchObject([
      { size: 2, question: { agent: "ask", conversation: "ask" }, state: "recording" },
    ]);
    expect(notices.map(wordSpokenNotice)).toMatchObject([
      { title: "Recording stopped", message: expect.stringContaining("was not asked") },
    ]);
    await sendUnfinished(db, unfinished[0]?.id ?? "");
    expect(await waiting()).toMatchObject([{ size: 2, due: 0, ...QUEUED }]);
  });

  it.each<[string, "interrupted" | "failed", VoiceNotice]>([
    [
      "the system takes the microphone away",
      "interrupted",
      { kind: "unfinished", end: "interrupted" },
    ],
    ["the recorder fails", "failed", { kind: "failed" }],
  ])("is kept and not sent when %s during the recording", async (_, end, notice) => {
    const { over } = await begin(1);
    recorder.end(end);
    await over;
    expect(await waiting()).toEqual([]);
    expect((await readUnsent(db, locks)).unfinished).toHaveLength(1);
    expect(notices).toEqual([notice]);
  });

  it.each<[string, number[], () => void]>([
    ["it is cancelled", [1, 2], () => spoken.cancel()],
    ["its page is left before anything was captured", [], () => spoken.leave()],
    [
      "it is interrupted at the moment when it is cancelled",
      [1],
      () => {
        recorder.end("interrupted");
        spoken.cancel();
      },
    ],
  ])("keeps no data and shows no notice when %s", async (_, bytes, end) => {
    const { over } = await begin(...bytes);
    end();
    await over;
    await expectNoData();
  });

  it("can be started again after another one was cancelled", async () => {
    const cancelled = await begin();
    spoken.cancel();
    await cancelled.over;
    recorder = new FakeRecorder();
    const { over } = await begin(3);
    spoken.stop();
    await over;
    expect(await waiting()).toHaveLength(1);
  });

  it("records nothing if it is cancelled while the browser asks for the microphone", async () => {
    let allow = () => {};
    opened = () =>
      new Promise((resolve) => {
        allow = () => resolve({ kind: "open", recorder });
      });
    const over = spoken.start();
    spoken.cancel();
    allow();
    await over;
    expect(recorder.recording).toBe(false);
    await expectNoData();
  });

  it("reports a microphone failure in the chat's own words, and other failures as an error", async () => {
    opened = async () => ({ kind: "denied" });
    await spoken.start();
    const message = "Please allow microphone access";
    expect(notices.map(wordSpokenNotice)).toEqual([
      { title: "Microphone Error", message, tone: "error" },
    ]);
    expect(wordSpokenNotice({ kind: "failed" }).title).toBe("Error");
    expect(wordSpokenNotice({ kind: "empty" }).title).toBe("Error");
  });
});
