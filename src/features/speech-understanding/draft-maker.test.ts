import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discardItem } from "#mirror/person/outbox/outbox.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import type { DraftWord } from "#mirror/person/recordings/recording-rows.ts";
import { draftText, readDraft, undoReplacement } from "#mirror/person/recordings/speech-drafts.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import type { Ports } from "#platform/ports.ts";
import { ScriptedHearer } from "#tests/support/scripted-hearer.ts";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import type { Effort } from "#understanding/speech/speech-messages.ts";
import { startDraftMaker } from "./draft-maker.ts";

let people = 0;
let db: PersonDatabase;
let ports: Ports;
let hearer: ScriptedHearer;
let stop: () => void;
let keepsUp: boolean;
let needsRest: boolean;
let measured: Effort[];
let correct: (words: readonly DraftWord[]) => Promise<DraftWord[]>;
let decode: (recording: ArrayBuffer[]) => Promise<Float32Array<ArrayBuffer> | null>;

beforeEach(() => {
  db = new PersonDatabase(`drafted-${people++}`);
  let ids = 0;
  ports = {
    clock: createManualClock(),
    random: () => 0.5,
    newId: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, "0")}`,
    locks: createMemoryLocks(),
  };
  hearer = new ScriptedHearer();
  stop = () => {};
  keepsUp = true;
  needsRest = false;
  measured = [];
  decode = async () => null;
  correct = async (words) => [...words];
});

afterEach(() => {
  stop();
  db.close();
});

/** Waits on the test's clock, which nobody moves unless a test says so. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = ports.clock.after(ms, resolve);
    signal.addEventListener("abort", () => {
      cancel();
      resolve();
    });
  });
}

function start(): void {
  stop = startDraftMaker({
    ...{ db, hearer, wait, model: "scripted" },
    correct: (words) => correct(words),
    locks: ports.locks,
    decode: (recording) => decode(recording),
    keepsUp: () => keepsUp,
    measured: (effort) => measured.push(effort),
    needsRest: async () => needsRest,
  });
}

/** Stops as a closed page does, and starts as the next one. */
function startAgain(): void {
  stop();
  hearer = new ScriptedHearer();
  start();
}

async function beginNote(): Promise<RecordingSession> {
  return beginVoiceNote(db, ports, "audio/webm;codecs=opus");
}

async function recordNote(...bytes: number[]): Promise<string> {
  const note = await beginNote();
  for (const byte of bytes) await note.append(Uint8Array.of(byte).buffer, 1000);
  await note.seal();
  return note.id;
}

async function untilText(id: string, text: string): Promise<void> {
  await vi.waitFor(async () => {
    const draft = await readDraft(db, id);
    expect(draft && draftText(draft)).toBe(text);
  });
}

async function untilState(id: string, state: string): Promise<void> {
  await vi.waitFor(async () => expect((await readDraft(db, id))?.state).toBe(state));
}

/** The item as the engine removes it when it arrives. */
async function arrive(id: string): Promise<void> {
  await db.transaction("rw", db.outbox, db.recordings, async () => {
    await db.outbox.delete(id);
    await db.recordings.delete(id);
  });
}

describe("a recording", () => {
  it("becomes a draft with every piece, in order, and tells what it took", async () => {
    const id = await recordNote(1, 2, 3);
    start();
    await untilState(id, "whole");
    await untilText(id, "w1 w2 w3");
    expect(measured).toEqual([{ seconds: 3, busySeconds: 0.75 }]);
    expect((await db.outbox.get(id))?.payload).not.toHaveProperty("text");
  });

  it("shows unclear speech as unclear, and nothing where nothing was understood", async () => {
    const some = await recordNote(1, 0, 2);
    const none = await recordNote(0, 0);
    start();
    await untilState(some, "whole");
    await untilState(none, "whole");
    await untilText(some, "w1 [unclear] w2");
    await untilText(none, "");
  });

  it("has the company's words in place of what sounds like them, and each can be undone", async () => {
    correct = async (words) =>
      words.map((word) => (word.text === "w2" ? { ...word, text: "HX-200", heard: "w2" } : word));
    const id = await recordNote(1, 2, 2);
    start();
    await untilState(id, "whole");
    await untilText(id, "w1 HX-200 HX-200");
    await undoReplacement(db, id, { start: 1, place: 0 });
    await untilText(id, "w1 w2 HX-200");
    const draft = await readDraft(db, id);
    expect(draft?.pieces.map(({ words: [word] }) => word?.heard)).toEqual([
      undefined,
      undefined,
      "w2",
    ]);
    expect(draft?.state).toBe("whole");
  });

  it("is understood while it is made, where the device keeps up", async () => {
    start();
    const note = await beginNote();
    await note.append(Uint8Array.of(1).buffer, 1000);
    await untilText(note.id, "w1");
    await note.append(Uint8Array.of(2).buffer, 2000);
    await untilText(note.id, "w1 w2");
    await note.seal();
    await untilState(note.id, "whole");
    expect(hearer.begun).toHaveLength(1);
  });

  it("waits for its end where the device does not keep up", async () => {
    keepsUp = false;
    const before = await recordNote(7);
    start();
    const note = await beginNote();
    await note.append(Uint8Array.of(1).buffer, 1000);
    await untilState(before, "whole");
    expect(await readDraft(db, note.id)).toBeUndefined();
    await note.seal();
    await untilState(note.id, "whole");
  });

  it("that a killed tab left is understood, too", async () => {
    const note = await beginNote();
    await note.append(Uint8Array.of(5).buffer, 1000);
    await note.leave();
    start();
    await untilState(note.id, "whole");
    await untilText(note.id, "w5");
  });
});

describe("a page that is closed in the middle", () => {
  it("leaves its pieces, and the next page goes on behind the last one", async () => {
    const id = await recordNote(1, 2, 3, 4);
    for (const pieces of [1, 2]) {
      startAgain();
      hearer.allow(pieces);
      const heard = pieces === 1 ? "w1" : "w1 w2 w3";
      await untilText(id, heard);
    }
    startAgain();
    await untilState(id, "whole");
    await untilText(id, "w1 w2 w3 w4");
    expect(hearer.begun.map(({ from }) => from)).toEqual([3]);
  });

  it("is tried three times at a place that breaks the device, and then no more", async () => {
    const id = await recordNote(1);
    const other = await recordNote(2);
    let attempts = 0;
    const hear = hearer.hear.bind(hearer);
    hearer.hear = (options) => {
      hearer.failure = "broken";
      attempts += 1;
      return hear(options);
    };
    start();
    await untilState(other, "failed");
    await untilState(id, "failed");
    expect(attempts).toBe(6);
    expect(await db.outbox.count()).toBe(2);
  });

  it("counts no attempt when it was closed in order, however often", async () => {
    const id = await recordNote(1, 2);
    for (let times = 0; times < 5; times += 1) {
      start();
      hearer.allow(0);
      await vi.waitFor(() => expect(hearer.begun.length).toBeGreaterThan(times));
      stop();
      await vi.waitFor(async () => expect((await readDraft(db, id))?.attempts).toBe(0));
    }
    hearer.allow(9);
    start();
    await untilState(id, "whole");
  });
});

describe("the transcription or a discard comes first", () => {
  it("the work ends, and no half draft stays", async () => {
    const id = await recordNote(1, 2, 3);
    start();
    hearer.allow(1);
    await untilText(id, "w1");
    await arrive(id);
    await vi.waitFor(async () => expect(await readDraft(db, id)).toBeUndefined());
    hearer.allow(9);
    const next = await recordNote(4);
    await untilState(next, "whole");
    expect(await readDraft(db, id)).toBeUndefined();
  });

  it("a discarded note takes its draft along", async () => {
    const id = await recordNote(1);
    start();
    await untilState(id, "whole");
    await discardItem(db, id);
    await vi.waitFor(async () => expect(await readDraft(db, id)).toBeUndefined());
  });

  it("the draft of a note in the history stays", async () => {
    const id = await recordNote(1);
    start();
    await untilState(id, "whole");
    await db.agentLogs.put({
      ...{ id, user_id: "p", agent_type: "voice", input_type: "voice", input_data: "Said." },
      ...{ output_summary: "", captured_at: null, created_at: "2026-01-05T08:00:00Z" },
      mirroredAt: 0,
    } as never);
    await arrive(id);
    const next = await recordNote(2);
    await untilState(next, "whole");
    await untilText(id, "w1");
  });
});

describe("the worker fails", () => {
  it("the page decodes what the worker cannot", async () => {
    decode = async (recording) =>
      Float32Array.from(recording.flatMap((part) => [...new Uint8Array(part)]));
    const id = await recordNote(1, 2);
    hearer.failure = "undecodable";
    start();
    await untilText(id, "w1 w2");
    expect(hearer.begun.map(({ isDecoded }) => isDecoded)).toEqual([false, true]);
  });

  it("a recording that nobody can decode fails at once, and the others do not", async () => {
    const good = await recordNote(2);
    const bad = await recordNote(1);
    hearer.failure = "undecodable";
    start();
    await untilState(bad, "failed");
    await untilState(good, "whole");
  });

  it("a recording in progress that only the page can decode waits for its end", async () => {
    decode = async (recording) =>
      Float32Array.from(recording.flatMap((part) => [...new Uint8Array(part)]));
    hearer.failure = "undecodable";
    start();
    const note = await beginNote();
    await note.append(Uint8Array.of(1).buffer, 1000);
    await vi.waitFor(() => expect(hearer.begun).toHaveLength(1));
    await note.append(Uint8Array.of(2).buffer, 2000);
    hearer.failure = "undecodable";
    await note.seal();
    await untilText(note.id, "w1 w2");
  });
});

it("rests while something else needs the device", async () => {
  needsRest = true;
  const id = await recordNote(1);
  start();
  hearer.allow(0);
  await vi.waitFor(() => expect(hearer.isResting).toBe(true));
  needsRest = false;
  await vi.waitFor(() => {
    (ports.clock as ReturnType<typeof createManualClock>).advance(1_000);
    expect(hearer.isResting).toBe(false);
  });
  hearer.allow(9);
  await untilState(id, "whole");
});

it("gives the memory of the model back when there is nothing to do", async () => {
  const id = await recordNote(1);
  start();
  await untilState(id, "whole");
  expect(hearer.isOpen).toBe(true);
  await vi.waitFor(() => {
    (ports.clock as ReturnType<typeof createManualClock>).advance(60_000);
    expect(hearer.isOpen).toBe(false);
  });
});

it("one tab of the device works at a time, and the next takes over", async () => {
  const id = await recordNote(1, 2);
  start();
  const stopFirst = stop;
  const first = hearer;
  first.allow(1);
  await untilText(id, "w1");
  hearer = new ScriptedHearer();
  start();
  const stopSecond = stop;
  stopFirst();
  await untilState(id, "whole");
  expect(hearer.begun.map(({ from }) => from)).toEqual([1]);
  stopSecond();
});
