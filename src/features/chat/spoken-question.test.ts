import { beforeEach, expect, it, vi } from "vitest";
import { waitingQuestions } from "#mirror/person/conversations.ts";
import { beginRecording, queueRecording } from "#outbox/recording-session.ts";
import { bench, FAST, FakeRecorder } from "#tests/support/recording-bench.ts";
import { createSpokenQuestion, type SpokenQuestion, spokenNoticeText } from "./spoken-question.ts";

let spoken: SpokenQuestion;

beforeEach(() => {
  spoken = createSpokenQuestion({
    openRecorder: () => bench.open(),
    beginNote: (mimeType) =>
      beginRecording(bench.db, bench.ports, mimeType, { agent: "ask", conversation: "ask" }),
    whileRecording: () => () => undefined,
    notify: (notice) => bench.notices.push(notice),
  });
});

/** Begins to record. @returns resolves when everything about the question has ended */
async function begin(...bytes: number[]): Promise<{ over: Promise<void> }> {
  const over = spoken.start();
  await vi.waitFor(() => expect(bench.recorder.recording).toBe(true), FAST);
  if (bytes.length > 0) bench.recorder.give(...bytes);
  return { over };
}

const waiting = () => waitingQuestions(bench.db, "ask", "ask");
const QUEUED = { payload: { kind: "question", text: null, spoken: { durationMs: 1000 } } };

async function expectNoData(): Promise<void> {
  expect(await waiting()).toEqual([]);
  expect(await bench.db.recordings.count()).toBe(0);
  expect(await bench.db.recordingChunks.count()).toBe(0);
  expect(bench.notices).toEqual([]);
}

it("a spoken question is queued when it is stopped, also after another one was cancelled", async () => {
  const cancelled = await begin();
  spoken.cancel();
  await cancelled.over;
  bench.recorder = new FakeRecorder();
  const { over } = await begin(1, 2);
  spoken.stop();
  await over;
  expect(await waiting()).toMatchObject([{ size: 2, ...QUEUED }]);
  expect(bench.notices).toEqual([]);
});

it("a spoken question is not sent when its page is left, but kept until its person sends it", async () => {
  const { over } = await begin(1, 2);
  spoken.leave();
  await over;
  expect(await waiting()).toEqual([]);
  const unfinished = await bench.unfinished();
  expect(unfinished).toMatchObject([
    { size: 2, question: { agent: "ask", conversation: "ask" }, state: "recording" },
  ]);
  expect(bench.notices.map(spokenNoticeText)).toMatchObject([
    { title: "Recording stopped", message: expect.stringContaining("was not asked") },
  ]);
  await queueRecording(bench.db, unfinished[0]?.id ?? "");
  expect(await waiting()).toMatchObject([{ size: 2, due: 0, ...QUEUED }]);
});

it("a spoken question is kept and not sent when the system takes the microphone away", async () => {
  const { over } = await begin(1);
  bench.recorder.end("interrupted");
  await over;
  expect(await waiting()).toEqual([]);
  expect(await bench.unfinished()).toHaveLength(1);
  expect(bench.notices).toEqual([{ kind: "unfinished", end: "interrupted" }]);
});

it.each<[string, number[], () => void]>([
  ["it is cancelled", [1, 2], () => spoken.cancel()],
  [
    "it is interrupted at the moment when it is cancelled",
    [1],
    () => {
      bench.recorder.end("interrupted");
      spoken.cancel();
    },
  ],
])("a spoken question keeps no data and shows no notice when %s", async (_, bytes, end) => {
  const { over } = await begin(...bytes);
  end();
  await over;
  await expectNoData();
});

it("a spoken question records nothing if it is cancelled while the browser asks for the microphone", async () => {
  let allow = () => {};
  bench.open = () =>
    new Promise((resolve) => {
      allow = () => resolve({ kind: "open", recorder: bench.recorder });
    });
  const over = spoken.start();
  spoken.cancel();
  allow();
  await over;
  expect(bench.recorder.recording).toBe(false);
  await expectNoData();
});

it("a spoken question reports a microphone failure in the chat's own words", async () => {
  const message = "Please allow microphone access";
  expect(spokenNoticeText({ kind: "microphone", failure: { kind: "denied" } })).toEqual({
    ...{ title: "Microphone Error", message, tone: "error" },
  });
});
