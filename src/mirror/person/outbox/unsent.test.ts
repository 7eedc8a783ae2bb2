import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginSpokenQuestion } from "#outbox/questions.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { sendUnfinished } from "#outbox/unfinished-recordings.ts";
import { beginVoiceNote } from "#outbox/voice-notes.ts";
import type { Ports } from "#platform/ports.ts";
import type { HeldLocks } from "#platform/recording-lock.ts";
import { createManualClock } from "#tests/support/sync/manual-clock.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { unsentStatus } from "#ui/unsent-status.ts";
import { keepNotesDraft } from "../lists/early-access-requests.ts";
import { keepPromptDraft } from "../lists/prompt-drafts.ts";
import { PersonDatabase } from "../person-database.ts";
import { unsealRecording } from "../recordings/recordings.ts";
import { reviveInterrupted } from "./attempts.ts";
import { makeDueNow } from "./due.ts";
import { takeFence } from "./fencing.ts";
import { discardItem, retryItem } from "./outbox.ts";
import { readUnsent } from "./read-unsent.ts";
import { settleAndClaimNext } from "./settle-and-claim.ts";
import { UNDO_MS } from "./undo.ts";
import { countUnsent, deleteEmptyRecordings, isEverythingSent } from "./unsent.ts";

let db: PersonDatabase;
let ports: Ports;

beforeEach(() => {
  let ids = 0;
  db = new PersonDatabase(crypto.randomUUID());
  ports = {
    clock: createManualClock(),
    random: () => 0.5,
    newId: () => `00000000-0000-7000-8000-${String(ids++).padStart(12, "0")}`,
    locks: createMemoryLocks(),
  };
});
afterEach(() => db.delete());

async function record(): Promise<RecordingSession> {
  const note = await beginVoiceNote(db, ports, "audio/webm");
  await note.append(new ArrayBuffer(3), 1000);
  return note;
}

/** A recording whose page was left. */
async function leftUnfinished(): Promise<RecordingSession> {
  const note = await record();
  await note.leave();
  return note;
}

const count = (locks: HeldLocks = ports.locks) => countUnsent(db, locks);

const NOTHING = { waiting: 0, unfinished: 0, recording: 0, texts: 0, earlier: 0 };

describe("unsent work", () => {
  it("is empty at first", async () => {
    expect(await count()).toEqual(NOTHING);
    expect(isEverythingSent(await count())).toBe(true);
    expect(unsentStatus(await count())).toBe("Everything sent");
  });

  it("counts a recording exactly once, from its start to its place in the queue", async () => {
    const note = await beginVoiceNote(db, ports, "audio/webm");
    expect(await count()).toEqual({ ...NOTHING, recording: 1 });
    await note.append(new ArrayBuffer(3), 1000);
    expect(await count()).toEqual({ ...NOTHING, recording: 1 });
    await note.seal();
    expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
  });

  it("includes a recording that was left unfinished, until it is sent", async () => {
    const note = await leftUnfinished();
    expect(await count()).toEqual({ ...NOTHING, unfinished: 1 });
    expect(unsentStatus(await count())).toBe("1 unfinished recording");
    await sendUnfinished(db, note.id);
    expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
  });

  it("includes items in every state", async () => {
    const states = ["queued", "sending", "waiting", "needs-sign-in", "needs-attention"] as const;
    for (const state of states) {
      const note = await record();
      await note.seal();
      await db.outbox.update(note.id, { state });
    }
    expect(await count()).toEqual({ ...NOTHING, waiting: 5 });
  });

  it("includes each edited text that was not saved", async () => {
    const prompt = { company_id: "c", prompt_key: "k" };
    await keepPromptDraft(db, prompt, "new", { saved: "old", own: null });
    await keepNotesDraft(db, "s", "new", "old");
    expect(await count()).toEqual({ ...NOTHING, texts: 2 });
    expect(unsentStatus(await count())).toBe("2 unsaved texts");
  });

  it("contains as many things when it is read as when it is counted", async () => {
    const left = await leftUnfinished();
    const sealed = await record();
    await sealed.seal();
    const going = await record();
    const read = await readUnsent(db, ports.locks);
    expect(read.unfinished.map(({ id }) => id)).toEqual([left.id]);
    expect(read.items.map(({ id }) => id)).toEqual([sealed.id]);
    expect(read.recording.map(({ id }) => id)).toEqual([going.id]);
  });

  it("does not include recordings that ended empty, and these are deleted", async () => {
    const empty = await beginVoiceNote(db, ports, "audio/webm");
    await empty.leave();
    const going = await beginVoiceNote(db, ports, "audio/webm");
    expect(await count()).toEqual({ ...NOTHING, recording: 1 });
    await deleteEmptyRecordings(db, ports.locks);
    expect(await db.recordings.toCollection().primaryKeys()).toEqual([going.id]);
  });

  it("counts a note that is sealed during the count as waiting, not as unfinished", async () => {
    const note = await record();
    // Between the read of the recordings and the query of the locks.
    const locks = {
      async query() {
        await note.seal();
        return { held: [] };
      },
    };
    expect(await count(locks)).toEqual({ ...NOTHING, waiting: 1 });
  });

  it("does not count a note that begins during the count as unfinished", async () => {
    await leftUnfinished();
    const locks = {
      async query() {
        const before = await ports.locks.query();
        await record();
        return before;
      },
    };
    expect(await count(locks)).toEqual({ ...NOTHING, unfinished: 1, recording: 1 });
  });
});

describe("a note that was queued because its page was left", () => {
  async function leave(): Promise<string> {
    const note = await record();
    await note.seal("undoable");
    return note.id;
  }

  it("is unfinished again after undo, also after two taps, with all audio, and can be sent", async () => {
    const id = await leave();
    expect(await Promise.all([unsealRecording(db, id), unsealRecording(db, id)])).toEqual([
      "taken-back",
      "taken-back",
    ]);
    expect(await count()).toEqual({ ...NOTHING, unfinished: 1 });
    expect(await db.recordingChunks.count()).toBe(1);
    expect(await sendUnfinished(db, id)).toBe("queued");
    expect(await db.outbox.get(id)).toMatchObject({ state: "queued", due: 0, size: 3 });
  });

  it("cannot be undone when it is being sent, was ever sent, or was discarded", async () => {
    const id = await leave();
    const fence = await takeFence(db, 0);
    const turn = { arrived: [], limit: 1, skip: () => false };
    const started = await settleAndClaimNext(db, fence, ports.clock.now() + UNDO_MS, turn);
    expect(started).toHaveLength(1);
    expect(await unsealRecording(db, id)).toBe("on-its-way");
    await reviveInterrupted(db, fence, Number.MAX_SAFE_INTEGER);
    expect(await unsealRecording(db, id)).toBe("on-its-way");
    await retryItem(db, id);
    expect(await unsealRecording(db, id)).toBe("on-its-way");
    expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
    await discardItem(db, id);
    expect(await unsealRecording(db, id)).toBe("gone");
    expect(await count()).toEqual(NOTHING);
  });

  it("is undone completely or not at all", async () => {
    const id = await leave();
    const fail = () => {
      throw new Error("broken");
    };
    db.outbox.hook("deleting", fail);
    await expect(unsealRecording(db, id)).rejects.toThrow();
    db.outbox.hook("deleting").unsubscribe(fail);
    expect(await count()).toEqual({ ...NOTHING, waiting: 1 });
    expect(await unsealRecording(db, id)).toBe("taken-back");
  });

  it("is sent at once when its person asks for that", async () => {
    const id = await leave();
    await retryItem(db, id);
    expect((await db.outbox.get(id))?.due).toBe(0);
    await db.outbox.update(id, { due: ports.clock.now() + UNDO_MS });
    await makeDueNow(db);
    expect((await db.outbox.get(id))?.due).toBe(0);
  });

  it("of a conversation makes the next question due when it is undone", async () => {
    const place = { agent: "ask" as const, conversation: "ask", mimeType: "audio/webm" };
    const ids: string[] = [];
    for (const when of ["undoable", undefined] as const) {
      const question = await beginSpokenQuestion(db, ports, place);
      await question.append(new ArrayBuffer(1), 1000);
      await question.seal(when);
      ids.push(question.id);
    }
    const [first = "", second = ""] = ids;
    expect((await db.outbox.get(second))?.due).toBeNull();
    await unsealRecording(db, first);
    expect((await db.outbox.get(second))?.due).toBe(0);
  });
});

describe("source files outside the allowed places", () => {
  // A lint rule checks the imports; these tests find the other ways to read the queue alone.
  const files = sourceFiles();

  it.each([
    [
      "do not use the tables of unsent work",
      /\bdb\.(outbox|recordings|recordingChunks)\b/,
      /^src\/mirror\//,
    ],
    [
      "do not contain the sentences that say that nothing is unsent",
      /Everything sent|Everything you made on this device/,
      /^src\/(ui\/unsent-status\.ts|app\/queue\/queue-dialog\.tsx|pages\/support\/(questions\.tsx|guides\/getting-started\.ts))$/,
    ],
    ["do not read how many items wait", /\b(countWaiting|readWaiting)\b/, /^src\/(mirror|sync)\//],
    [
      "do not read the waiting items or the unsealed recordings",
      /\b(waitingItems|unsealedRecordings)\b/,
      /^src\/mirror\//,
    ],
  ])("%s", (_, pattern, place) => {
    const known = files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
    expect(known).not.toEqual([]);
    expect(known.filter((path) => !place.test(path))).toEqual([]);
  });
});

function sourceFiles(): { path: string; text: string }[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}
