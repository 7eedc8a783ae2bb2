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

async function untilRecording(): Promise<void> {
  await vi.waitFor(() => expect(recorder.recording).toBe(true), FAST);
}

describe("a spoken question", () => {
  it("is queued when it is stopped", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1, 2);
    spoken.stop();
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toMatchObject([
      { size: 2, payload: { kind: "question", text: null, spoken: { durationMs: 1000 } } },
    ]);
    expect(notices).toEqual([]);
  });

  it("keeps no data and shows no notice when it is cancelled", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1, 2);
    spoken.cancel();
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toEqual([]);
    expect(await db.recordings.count()).toBe(0);
    expect(await db.recordingChunks.count()).toBe(0);
    expect(notices).toEqual([]);
  });

  it("is not sent when its page is left, but kept until its person sends it", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1, 2);
    spoken.leave();
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toEqual([]);
    const { unfinished } = await readUnsent(db, locks);
    expect(unfinished).toMatchObject([
      { size: 2, question: { agent: "ask", conversation: "ask" }, state: "recording" },
    ]);
    expect(notices.map(wordSpokenNotice)).toMatchObject([
      { title: "Recording stopped", message: expect.stringContaining("was not asked") },
    ]);
    await sendUnfinished(db, unfinished[0]?.id ?? "");
    expect(await waitingQuestions(db, "ask", "ask")).toMatchObject([
      { size: 2, due: 0, payload: { kind: "question", text: null, spoken: { durationMs: 1000 } } },
    ]);
  });

  it("is not sent when the system takes the microphone away during the recording", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1);
    recorder.end("interrupted");
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toEqual([]);
    expect((await readUnsent(db, locks)).unfinished).toHaveLength(1);
    expect(notices).toEqual([{ kind: "unfinished", end: "interrupted" }]);
  });

  it("is not sent when the recorder fails", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1);
    recorder.end("failed");
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toEqual([]);
    expect((await readUnsent(db, locks)).unfinished).toHaveLength(1);
    expect(notices).toEqual([{ kind: "failed" }]);
  });

  it("keeps no data when its page is left before anything was captured", async () => {
    const over = spoken.start();
    await untilRecording();
    spoken.leave();
    await over;
    expect(await db.recordings.count()).toBe(0);
    expect(notices).toEqual([]);
  });

  it("keeps no data when it is interrupted at the moment when it is cancelled", async () => {
    const over = spoken.start();
    await untilRecording();
    recorder.give(1);
    recorder.end("interrupted");
    spoken.cancel();
    await over;
    expect(await db.recordings.count()).toBe(0);
    expect(await db.recordingChunks.count()).toBe(0);
    expect(notices).toEqual([]);
  });

  it("can be started again after another one was cancelled", async () => {
    const cancelled = spoken.start();
    await untilRecording();
    spoken.cancel();
    await cancelled;
    recorder = new FakeRecorder();
    const over = spoken.start();
    await untilRecording();
    recorder.give(3);
    spoken.stop();
    await over;
    expect(await waitingQuestions(db, "ask", "ask")).toHaveLength(1);
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
    expect(await db.recordings.count()).toBe(0);
    expect(notices).toEqual([]);
  });

  it("reports a microphone failure in the chat's own words", async () => {
    opened = async () => ({ kind: "denied" });
    await spoken.start();
    expect(notices.map(wordSpokenNotice)).toEqual([
      {
        title: "Microphone Error",
        message: "Please allow microphone access",
        tone: "error",
      },
    ]);
  });

  it("reports other failures as an error", () => {
    expect(wordSpokenNotice({ kind: "failed" }).title).toBe("Error");
    expect(wordSpokenNotice({ kind: "empty" }).title).toBe("Error");
  });
});
