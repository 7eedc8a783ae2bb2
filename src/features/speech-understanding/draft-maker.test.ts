import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { discardItem } from "#mirror/person/outbox/outbox.ts";
import { draftText, readDraft, undoReplacement } from "#mirror/person/recordings/speech-drafts.ts";
import { beginRecording, type RecordingSession } from "#outbox/recording-session.ts";
import { logRow } from "#tests/support/rows.ts";
import { ScriptedHearer, startScriptedDrafts } from "#tests/support/scripted-hearer.ts";
import { tab } from "#tests/support/sync/one-tab.ts";
import type { Effort } from "#understanding/speech/speech-messages.ts";

let hearer: ScriptedHearer;
let stop: () => void;
/** What a test gives the maker in place of the usual. */
let given: Partial<Parameters<typeof startScriptedDrafts>[1]>;

beforeEach(() => {
  hearer = new ScriptedHearer();
  stop = () => {};
  given = {};
});
afterEach(() => stop());

/** Starts on the tab's clock, which stands still unless a test moves it. */
function start(): void {
  stop = startScriptedDrafts(tab.clock, { db: tab.db, locks: tab.ports.locks, hearer, ...given });
}

/** Stops as a closed page does, and starts as the next one. */
function startAgain(): void {
  stop();
  hearer = new ScriptedHearer();
  start();
}

async function beginNote(...bytes: number[]): Promise<RecordingSession> {
  const note = await beginRecording(tab.db, tab.ports, "audio/webm;codecs=opus");
  for (const byte of bytes) await note.append(Uint8Array.of(byte).buffer, 1000);
  return note;
}

async function recordNote(...bytes: number[]): Promise<string> {
  const note = await beginNote(...bytes);
  await note.seal();
  return note.id;
}

const untilText = (id: string, text: string) =>
  vi.waitFor(async () => {
    const draft = await readDraft(tab.db, id);
    expect(draft && draftText(draft)).toBe(text);
  });
const untilState = (id: string, state: string) =>
  vi.waitFor(async () => expect((await readDraft(tab.db, id))?.state).toBe(state));
const untilGone = (id: string) =>
  vi.waitFor(async () => expect(await readDraft(tab.db, id)).toBeUndefined());

async function untilWhole(id: string, text: string): Promise<void> {
  await untilState(id, "whole");
  await untilText(id, text);
}

/** The item as the engine removes it when it arrives. */
async function arrive(id: string): Promise<void> {
  await tab.db.transaction("rw", tab.db.outbox, tab.db.recordings, async () => {
    await tab.db.outbox.delete(id);
    await tab.db.recordings.delete(id);
  });
}

it("a recording becomes a draft of every piece in order, also the unclear ones, and tells what it took", async () => {
  const id = await recordNote(1, 0, 3);
  const measured: Effort[] = [];
  given.measured = (effort) => measured.push(effort);
  start();
  await untilWhole(id, "w1 [unclear] w3");
  expect(measured).toEqual([{ seconds: 3, busySeconds: 0.75 }]);
  expect((await tab.db.outbox.get(id))?.payload).not.toHaveProperty("text");
});

it("a recording has the company's words in place of what sounds like them, and each can be undone", async () => {
  given.correct = async (words) =>
    words.map((word) => (word.text === "w2" ? { ...word, text: "HX-200", heard: "w2" } : word));
  const id = await recordNote(1, 2, 2);
  start();
  await untilWhole(id, "w1 HX-200 HX-200");
  await undoReplacement(tab.db, id, { start: 1, place: 0 });
  await untilText(id, "w1 w2 HX-200");
  const draft = await readDraft(tab.db, id);
  const replaced = draft?.pieces.map(({ words: [word] }) => word?.heard);
  expect(replaced).toEqual([undefined, undefined, "w2"]);
  expect(draft?.state).toBe("whole");
});

it("a recording is understood while it is made, where the device keeps up", async () => {
  start();
  const note = await beginNote(1);
  await untilText(note.id, "w1");
  await note.append(Uint8Array.of(2).buffer, 2000);
  await untilText(note.id, "w1 w2");
  await note.seal();
  await untilState(note.id, "whole");
  expect(hearer.begun).toHaveLength(1);
});

it("a recording waits for its end where the device does not keep up", async () => {
  given.keepsUp = () => false;
  const before = await recordNote(7);
  start();
  const note = await beginNote(1);
  await untilState(before, "whole");
  expect(await readDraft(tab.db, note.id)).toBeUndefined();
  await note.seal();
  await untilState(note.id, "whole");
});

it("a recording that a killed tab left is understood, too", async () => {
  const note = await beginNote(5);
  await note.leave();
  start();
  await untilWhole(note.id, "w5");
});

it("a page that is closed in the middle leaves its pieces, and the next page goes on behind the last one", async () => {
  const id = await recordNote(1, 2, 3, 4);
  for (const [pieces, heard] of [[1, "w1"] as const, [2, "w1 w2 w3"] as const]) {
    startAgain();
    hearer.allow(pieces);
    await untilText(id, heard);
  }
  startAgain();
  await untilWhole(id, "w1 w2 w3 w4");
  expect(hearer.begun.map(({ from }) => from)).toEqual([3]);
});

it("a page that is closed in the middle is tried three times at a place that breaks the device, and then no more", async () => {
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
  expect(await tab.db.outbox.count()).toBe(2);
});

it("a page that is closed in the middle counts no attempt when it was closed in order, however often", async () => {
  const id = await recordNote(1, 2);
  for (let times = 0; times < 5; times += 1) {
    start();
    hearer.allow(0);
    await vi.waitFor(() => expect(hearer.begun.length).toBeGreaterThan(times));
    stop();
    await vi.waitFor(async () => expect((await readDraft(tab.db, id))?.attempts).toBe(0));
  }
  hearer.allow(9);
  start();
  await untilState(id, "whole");
});

describe("the transcription or a discard comes first", () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ["arrives", arrive],
    ["is discarded", (id) => discardItem(tab.db, id)],
  ])("when a note %s, the work ends, and no draft stays", async (_, end) => {
    const [half, whole] = [await recordNote(1, 2, 3), await recordNote(5)];
    start();
    hearer.allow(2);
    await untilText(whole, "w5");
    await untilText(half, "w1");
    for (const id of [half, whole]) {
      await end(id);
      await untilGone(id);
    }
    hearer.allow(9);
    await untilState(await recordNote(4), "whole");
    expect(await readDraft(tab.db, half)).toBeUndefined();
  });

  it("the draft of a note in the history stays", async () => {
    const id = await recordNote(1);
    start();
    await untilState(id, "whole");
    await tab.db.agentLogs.put({ ...logRow({ id }), mirroredAt: 0 });
    await arrive(id);
    await untilState(await recordNote(2), "whole");
    await untilText(id, "w1");
  });
});

it("a recording that cannot be decoded fails at once, and the others do not", async () => {
  const good = await recordNote(2);
  const bad = await recordNote(1);
  hearer.failure = "undecodable";
  start();
  await untilState(bad, "failed");
  await untilState(good, "whole");
});

it("a recording in progress that only the page can decode waits for its end", async () => {
  given.decode = async (recording) =>
    Float32Array.from(recording.flatMap((part) => [...new Uint8Array(part)]));
  hearer.failure = "undecodable";
  start();
  const note = await beginNote(1);
  await vi.waitFor(() => expect(hearer.begun).toHaveLength(1));
  await note.append(Uint8Array.of(2).buffer, 2000);
  hearer.failure = "undecodable";
  await note.seal();
  await untilText(note.id, "w1 w2");
  expect(hearer.begun.map(({ isDecoded }) => isDecoded)).toEqual([false, false, true]);
});

it("rests while something else needs the device", async () => {
  let needsRest = true;
  given.needsRest = async () => needsRest;
  const id = await recordNote(1);
  start();
  hearer.allow(0);
  await vi.waitFor(() => expect(hearer.isResting).toBe(true));
  needsRest = false;
  await vi.waitFor(() => {
    tab.clock.advance(1_000);
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
    tab.clock.advance(60_000);
    expect(hearer.isOpen).toBe(false);
  });
});

it("one tab of the device works at a time, and the next takes over", async () => {
  const id = await recordNote(1, 2);
  start();
  const stopFirst = stop;
  hearer.allow(1);
  await untilText(id, "w1");
  hearer = new ScriptedHearer();
  start();
  stopFirst();
  await untilState(id, "whole");
  expect(hearer.begun.map(({ from }) => from)).toEqual([1]);
});
