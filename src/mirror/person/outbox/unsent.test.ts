import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  beginRecording,
  queueRecording,
  type RecordingSession,
} from "#outbox/recording-session.ts";
import type { HeldLocks } from "#platform/lock-names.ts";
import { tab } from "#tests/support/sync/one-tab.ts";
import { unsentStatus } from "#ui/unsent-status.ts";
import { keepNotesDraft } from "../lists/early-access-requests.ts";
import { keepPromptDraft } from "../lists/prompt-drafts.ts";
import { unsealRecording } from "../recordings/recordings.ts";
import { reviveInterrupted, takeFence } from "./attempts.ts";
import { makeDueNow } from "./due.ts";
import { discardItem, retryItem } from "./outbox.ts";
import { readUnsent } from "./read-unsent.ts";
import { settleAndClaimNext } from "./settle-and-claim.ts";
import { UNDO_MS } from "./stored-item.ts";
import { countUnsent, deleteEmptyRecordings, isEverythingSent } from "./unsent.ts";

async function record(): Promise<RecordingSession> {
  const note = await beginRecording(tab.db, tab.ports, "audio/webm");
  await note.append(new ArrayBuffer(3), 1000);
  return note;
}

async function leftUnfinished(): Promise<RecordingSession> {
  const note = await record();
  await note.leave();
  return note;
}

const count = (locks: HeldLocks = tab.ports.locks) => countUnsent(tab.db, locks);

const NOTHING = { waiting: 0, unfinished: 0, recording: 0, texts: 0, earlier: 0 };

it("unsent work counts a recording exactly once, from its start to its place in the queue", async () => {
  expect(await count()).toEqual(NOTHING);
  expect(isEverythingSent(await count())).toBe(true);
  expect(unsentStatus(await count())).toBe("Everything sent");
  const note = await beginRecording(tab.db, tab.ports, "audio/webm");
  expect(await count()).toEqual({ ...NOTHING, recording: 1 });
  await note.append(new ArrayBuffer(3), 1000);
  expect(await count()).toEqual({ ...NOTHING, recording: 1 });
  await note.seal();
  expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
});

it("unsent work includes a recording that was left unfinished, until it is sent", async () => {
  const note = await leftUnfinished();
  expect(await count()).toEqual({ ...NOTHING, unfinished: 1 });
  expect(unsentStatus(await count())).toBe("1 unfinished recording");
  await queueRecording(tab.db, note.id);
  expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
});

it("unsent work includes items in every state", async () => {
  const states = ["queued", "sending", "waiting", "needs-sign-in", "needs-attention"] as const;
  for (const state of states) {
    const note = await record();
    await note.seal();
    await tab.db.outbox.update(note.id, { state });
  }
  expect(await count()).toEqual({ ...NOTHING, waiting: 5 });
});

it("unsent work includes each edited text that was not saved", async () => {
  const prompt = { company_id: "c", prompt_key: "k" };
  await keepPromptDraft(tab.db, prompt, "new", { saved: "old", own: null });
  await keepNotesDraft(tab.db, "s", "new", "old");
  expect(await count()).toEqual({ ...NOTHING, texts: 2 });
  expect(unsentStatus(await count())).toBe("2 unsaved texts");
});

it("unsent work contains as many things when it is read as when it is counted", async () => {
  const left = await leftUnfinished();
  const sealed = await record();
  await sealed.seal();
  const going = await record();
  const read = await readUnsent(tab.db, tab.ports.locks);
  expect(read.unfinished.map(({ id }) => id)).toEqual([left.id]);
  expect(read.items.map(({ id }) => id)).toEqual([sealed.id]);
  expect(read.recording.map(({ id }) => id)).toEqual([going.id]);
});

it("unsent work does not include recordings that ended empty, and these are deleted", async () => {
  const empty = await beginRecording(tab.db, tab.ports, "audio/webm");
  await empty.leave();
  const going = await beginRecording(tab.db, tab.ports, "audio/webm");
  expect(await count()).toEqual({ ...NOTHING, recording: 1 });
  await deleteEmptyRecordings(tab.db, tab.ports.locks);
  expect(await tab.db.recordings.toCollection().primaryKeys()).toEqual([going.id]);
});

it("unsent work counts a note that is sealed during the count as waiting, not as unfinished", async () => {
  const note = await record();
  // Between the read of the recordings and the query of the locks.
  const query = () => note.seal().then(() => ({ held: [] }));
  expect(await count({ query })).toEqual({ ...NOTHING, waiting: 1 });
});

it("unsent work does not count a note that begins during the count as unfinished", async () => {
  await leftUnfinished();
  const query = async () => {
    const before = await tab.ports.locks.query();
    await record();
    return before;
  };
  expect(await count({ query })).toEqual({ ...NOTHING, unfinished: 1, recording: 1 });
});

async function leave(): Promise<string> {
  const note = await record();
  await note.seal("undoable");
  return note.id;
}

it("a note that was queued because its page was left is unfinished again after undo, also after two taps, with all audio, and can be sent", async () => {
  const id = await leave();
  expect(await Promise.all([unsealRecording(tab.db, id), unsealRecording(tab.db, id)])).toEqual([
    "taken-back",
    "taken-back",
  ]);
  expect(await count()).toEqual({ ...NOTHING, unfinished: 1 });
  expect(await tab.db.recordingChunks.count()).toBe(1);
  expect(await queueRecording(tab.db, id)).toBe("queued");
  expect(await tab.db.outbox.get(id)).toMatchObject({ state: "queued", due: 0, size: 3 });
});

it("a note that was queued because its page was left cannot be undone when it is being sent, was ever sent, or was discarded", async () => {
  const id = await leave();
  const fence = await takeFence(tab.db, 0);
  const turn = { arrived: [], limit: 1, skip: () => false };
  const started = await settleAndClaimNext(tab.db, fence, tab.ports.clock.now() + UNDO_MS, turn);
  expect(started).toHaveLength(1);
  expect(await unsealRecording(tab.db, id)).toBe("on-its-way");
  await reviveInterrupted(tab.db, fence, Number.MAX_SAFE_INTEGER);
  expect(await unsealRecording(tab.db, id)).toBe("on-its-way");
  await retryItem(tab.db, id);
  expect(await unsealRecording(tab.db, id)).toBe("on-its-way");
  expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
  await discardItem(tab.db, id);
  expect(await unsealRecording(tab.db, id)).toBe("gone");
  expect(await count()).toEqual(NOTHING);
});

it("a note that was queued because its page was left is undone completely or not at all", async () => {
  const id = await leave();
  const fail = () => {
    throw new Error("broken");
  };
  tab.db.outbox.hook("deleting", fail);
  await expect(unsealRecording(tab.db, id)).rejects.toThrow();
  tab.db.outbox.hook("deleting").unsubscribe(fail);
  expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
  expect(await unsealRecording(tab.db, id)).toBe("taken-back");
});

it("a note that was queued because its page was left is sent at once when its person asks for that", async () => {
  const id = await leave();
  await retryItem(tab.db, id);
  expect((await tab.db.outbox.get(id))?.due).toBe(0);
  await tab.db.outbox.update(id, { due: tab.ports.clock.now() + UNDO_MS });
  await makeDueNow(tab.db);
  expect((await tab.db.outbox.get(id))?.due).toBe(0);
});

it("a spoken question that was queued because its page was left makes the next question due when it is undone", async () => {
  const place = { agent: "ask" as const, conversation: "ask" };
  const ids: string[] = [];
  for (const when of ["undoable", undefined] as const) {
    const question = await beginRecording(tab.db, tab.ports, "audio/webm", place);
    await question.append(new ArrayBuffer(1), 1000);
    await question.seal(when);
    ids.push(question.id);
  }
  const [first = "", second = ""] = ids;
  expect((await tab.db.outbox.get(second))?.due).toBeNull();
  await unsealRecording(tab.db, first);
  expect((await tab.db.outbox.get(second))?.due).toBe(0);
});

// A lint rule checks the imports; these tests find the other ways to read the queue alone.
const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
  .map((path) => ({
    path: path.replaceAll("\\", "/"),
    text: readFileSync(`src/${path}`, "utf8"),
  }));

it.each([
  [
    "do not use the tables of unsent work",
    /\bdb\.(outbox|recordings|recordingChunks)\b/,
    /^mirror\//,
  ],
  [
    "do not contain the sentences that say that nothing is unsent",
    /Everything sent|Everything you made on this device/,
    /^(ui\/unsent-status\.ts|app\/queue\/queue-dialog\.tsx|pages\/support\/(support-page\.tsx|guides\/guides\.ts))$/,
  ],
  ["do not read how many items wait", /\b(countWaiting|readWaiting)\b/, /^(mirror|sync)\//],
  [
    "do not read the waiting items or the unsealed recordings",
    /\b(waitingItems|unsealedRecordings)\b/,
    /^mirror\//,
  ],
])("source files outside the allowed places %s", (_, pattern, place) => {
  const known = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(known).not.toEqual([]);
  expect(known.filter((path) => !place.test(path))).toEqual([]);
});
