import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { assignEntry } from "#outbox/change-entry.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import { sendNoteAgain } from "#outbox/send-note-again.ts";
import { device, tab } from "#tests/support/sync/one-tab.ts";
import { drained, sendAll, sendUntil, untilState } from "#tests/support/sync/waiting.ts";
import { replaceHistory } from "../../../sync/pull/pull-own-lists.ts";
import { readHistory } from "../agent-logs.ts";
import { discardItem, retryItem, waitingItems } from "../outbox/outbox.ts";
import {
  chooseAudioDays,
  deleteKeptAudio,
  discardKeptAudio,
  keptAudioTotals,
  pruneKeptAudio,
} from "./kept-audio.ts";
import { readRecordingBytes } from "./recordings.ts";
import { isWithoutSpeech } from "./silent-audio.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const YEAR_MS = 365 * DAY_MS;
const FORMAT = "audio/webm;codecs=opus";

/** Records chunks of these sizes (bytes), and waits until they arrived. */
async function arrive(chunks = [900, 700, 500], silent = false): Promise<string> {
  const note = await beginRecording(tab.db, tab.ports, FORMAT);
  for (const [index, size] of chunks.entries()) {
    await note.append(new Uint8Array(size).fill(index + 1).buffer, (index + 1) * 1000);
  }
  device.server.isSilent = () => silent;
  await note.seal();
  await send();
  return note.id;
}

/** Asks a question aloud. @returns its id */
async function ask(): Promise<string> {
  const place = { agent: "ask" as const, conversation: "ask" };
  const question = await beginRecording(tab.db, tab.ports, FORMAT, place);
  await question.append(new Uint8Array(300).fill(5).buffer, 1000);
  await question.seal();
  return question.id;
}

async function send(): Promise<void> {
  await sendAll(tab);
  expect(await tab.engine.drainOnce()).toBe(0);
}

async function hashOf(id: string): Promise<string> {
  const hash = createHash("sha256");
  for (const bytes of await readRecordingBytes(tab.db, id)) hash.update(new Uint8Array(bytes));
  return hash.digest("hex");
}

async function isKept(id: string): Promise<boolean> {
  const row = await tab.db.keptAudio.get(id);
  const chunks = await readRecordingBytes(tab.db, id);
  expect(chunks.length > 0, "a row has bytes, and bytes have a row").toBe(row !== undefined);
  return row !== undefined;
}

/** Advances the clock by `days` days, and opens the app on each. */
async function liveFor(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) {
    tab.clock.set(DAY_MS);
    await pruneKeptAudio(tab.db, tab.clock.now());
  }
}

it("the audio of an arrived item stays on the device exactly as it was sent, and not in the queue", async () => {
  const id = await arrive();
  expect(await hashOf(id)).toBe(device.server.receivedHashes.get(id));
  expect(await tab.db.keptAudio.get(id)).toMatchObject({
    mimeType: FORMAT,
    durationMs: 3000,
    size: 2100,
    empty: false,
  });
  expect(await tab.db.recordings.toArray()).toEqual([]);
});

it("the audio of an arrived item is joined to one chunk after the drain, if the recording is long", async () => {
  const id = await arrive([50_000, 50_000, 7]);
  expect((await readRecordingBytes(tab.db, id)).map(({ byteLength }) => byteLength)).toEqual([
    100_007,
  ]);
  expect(await hashOf(id)).toBe(device.server.receivedHashes.get(id));
});

it("the audio of an arrived item also stays for a spoken question", async () => {
  const id = await ask();
  await send();
  expect(await isKept(id)).toBe(true);
});

it("the audio of an arrived item is deleted on arrival when its person chose to keep none", async () => {
  await chooseAudioDays(tab.db, 0);
  expect(await isKept(await arrive())).toBe(false);
  expect(await tab.db.recordings.toArray()).toEqual([]);
});

it("the audio of an arrived item stays when no speech was recognised, even if its person chose to keep none", async () => {
  await chooseAudioDays(tab.db, 0);
  const id = await arrive([900], true);
  expect(await isKept(id)).toBe(true);
  await liveFor(400);
  expect(await isKept(id)).toBe(true);
  await discardKeptAudio(tab.db, id);
  expect(await isKept(id)).toBe(false);
});

it("the audio of an arrived item is still known to be without speech after a refresh of the history", async () => {
  const id = await arrive([900], true);
  const [row] = await readHistory(tab.db, "voice");
  if (row === undefined) throw new Error("It is not in the history");
  const { mirroredAt = 0, ...log } = row;
  const answer = { rows: [log], askedAt: mirroredAt + 1, now: mirroredAt + 2 };
  await replaceHistory(tab.db, answer);
  const [again] = await readHistory(tab.db, "voice");
  expect(again !== undefined && isWithoutSpeech(again)).toBe(true);
  expect(await tab.db.keptAudio.get(id)).toMatchObject({ empty: true });
});

it("the audio of an arrived item is counted apart from audio without speech, which only its person deletes", async () => {
  await arrive([900]);
  await arrive([800], true);
  expect(await keptAudioTotals(tab.db)).toEqual({
    understood: { count: 1, size: 900 },
    empty: { count: 1, size: 800 },
  });
  await deleteKeptAudio(tab.db, "understood");
  expect(await keptAudioTotals(tab.db)).toMatchObject({
    understood: { count: 0 },
    empty: { count: 1 },
  });
  await deleteKeptAudio(tab.db, "empty");
  expect(await tab.db.recordingChunks.count()).toBe(0);
});

it.each([
  ["thirty days by default", null, 30],
  ["seven days when its person chose that", 7, 7],
  ["ninety days when its person chose that", 90, 90],
])("the time for which audio is kept is %s", async (_, chosen, days) => {
  if (chosen !== null) await chooseAudioDays(tab.db, chosen);
  const id = await arrive();
  await liveFor(days);
  expect(await isKept(id)).toBe(true);
  await liveFor(2);
  expect(await isKept(id)).toBe(false);
});

it("the time for which audio is kept is over at the second check on a device that was unused for months", async () => {
  const id = await arrive();
  await pruneKeptAudio(tab.db, tab.clock.now());
  tab.clock.set(100 * DAY_MS);
  await pruneKeptAudio(tab.db, tab.clock.now());
  expect(await isKept(id)).toBe(true);
  await liveFor(1);
  expect(await isKept(id)).toBe(false);
});

it("the time for which audio is kept does not end when the clock was a year ahead for some hours", async () => {
  const id = await arrive();
  await liveFor(3);
  tab.clock.set(YEAR_MS);
  for (let hour = 0; hour < 20; hour += 1) {
    tab.clock.set(DAY_MS / 24);
    await pruneKeptAudio(tab.db, tab.clock.now());
  }
  tab.clock.set(-YEAR_MS);
  await liveFor(20);
  expect(await isKept(id)).toBe(true);
  await liveFor(10);
  expect(await isKept(id)).toBe(false);
});

it("the time for which audio is kept does not end when the clock was a year behind at the arrival or later", async () => {
  const before = await arrive();
  await liveFor(3);
  tab.clock.set(-YEAR_MS);
  const meanwhile = await arrive();
  await liveFor(3);
  tab.clock.set(YEAR_MS);
  await liveFor(20);
  expect(await isKept(before)).toBe(true);
  expect(await isKept(meanwhile)).toBe(true);
  await liveFor(12);
  expect(await isKept(before)).toBe(false);
});

it("a recording in which no speech was recognised is sent again as a new item with its bytes, once even after two taps", async () => {
  const id = await arrive([900, 800], true);
  const first = await hashOf(id);
  const taps = await Promise.all([1, 2].map(() => sendNoteAgain(tab.db, tab.ports, id)));
  const [again] = taps;
  if (again === undefined || again === null) throw new Error("It was not queued");
  expect(taps).toEqual([again, again]);
  device.server.isSilent = () => false;
  await send();
  expect(again).not.toBe(id);
  expect(device.server.providerCalls).toEqual([id, again]);
  expect(device.server.receivedHashes.get(again)).toBe(first);
  expect(await tab.db.keptAudio.get(id)).toMatchObject({ sentAgainAs: again, size: 0 });
  expect(await tab.db.keptAudio.get(again)).toMatchObject({ empty: false, size: 1700 });
  expect(await hashOf(again)).toBe(first);
  expect(await readRecordingBytes(tab.db, id)).toEqual([]);
  const before = await readHistory(tab.db, "voice");
  expect(before.map((log) => [log.id, isWithoutSpeech(log)]).sort()).toEqual([
    [id, true],
    [again, false],
  ]);
  expect(new Set(before.map(({ captured_at }) => captured_at)).size).toBe(1);
  // Its speech is recognised now: it is deleted after the usual time.
  await liveFor(33);
  expect(await isKept(again)).toBe(false);
  expect(await tab.db.keptAudio.get(id)).toMatchObject({ sentAgainAs: again });
});

it("a recording in which no speech was recognised waits as a new item while it is sent again, and is deleted with that item", async () => {
  const id = await arrive([900], true);
  const jobId = crypto.randomUUID();
  await assignEntry(tab.db, tab.ports, { id, agent: "voice" }, jobId);
  await send();
  device.server.fate = () => "drop-request";
  const again = (await sendNoteAgain(tab.db, tab.ports, id)) ?? "";
  expect(await waitingItems(tab.db)).toMatchObject([
    { id: again, size: 900, payload: { kind: "voice", jobId, mimeType: FORMAT, durationMs: 1000 } },
  ]);
  for (const which of ["understood", "empty"] as const) await deleteKeptAudio(tab.db, which);
  expect(await readRecordingBytes(tab.db, again)).toHaveLength(1);
  await discardItem(tab.db, again);
  expect(await tab.db.keptAudio.get(id)).toBeUndefined();
  expect(await tab.db.recordingChunks.count()).toBe(0);
});

it("a recording in which no speech was recognised is the only audio that can be sent again, and only from this device", async () => {
  const id = await arrive();
  expect(await sendNoteAgain(tab.db, tab.ports, id)).toBeNull();
  expect(await sendNoteAgain(tab.db, tab.ports, "elsewhere")).toBeNull();
  expect(await waitingItems(tab.db)).toEqual([]);
  expect(await isKept(id)).toBe(true);
});

it("a recording in which no speech was recognised is transcribed anew at each retry by its person, if it is a question", async () => {
  device.server.isSilent = () => true;
  const id = await ask();
  await sendUntil(tab, id, "needs-attention");
  await retryItem(tab.db, id);
  await untilState(tab, id, "needs-attention");
  expect(await tab.db.outbox.get(id)).toMatchObject({ reason: { code: "nothing_said" } });
  device.server.isSilent = () => false;
  await retryItem(tab.db, id);
  await drained(tab);
  const { providerCalls } = device.server;
  expect(new Set(providerCalls).size).toBe(providerCalls.length);
  expect(providerCalls).toHaveLength(4);
});
