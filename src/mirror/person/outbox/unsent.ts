import { countTogether, type KeptWork, unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { type HeldLocks, recordingsNow } from "#platform/recording-lock.ts";
import type { PersonDatabase, Recording } from "../person-database.ts";
import { deleteUnsealedRecording, unsealedRecordings } from "../recordings/recordings.ts";
import type { WaitingItem } from "./read-item.ts";
import { countWaiting } from "./waiting.ts";

// The one place that knows what of a person's work is on this device and not on the server. Whatever
// tells how much of it there is, or that there is none, asks here: who looks at the queue alone says
// "everything sent" over a recording that nobody finished.

/** What is on this device and not on the server. */
export interface Unsent {
  /** What waits to be sent, whatever its state, oldest first. */
  items: WaitingItem[];
  /** Recordings that were begun and neither finished nor discarded, oldest first. */
  unfinished: Recording[];
  /** What is being recorded at this moment, in whichever tab. */
  recording: Recording[];
  /** Texts that an administrator began to edit and has not saved. */
  texts: UnsavedTexts;
  /** What waits under accounts that the person had before. */
  earlier: KeptWork[];
}

/** How many texts are edited and not saved: about requests for early access, and of prompts. */
export interface UnsavedTexts {
  requests: number;
  prompts: number;
}

/** How much of each there is. */
export interface UnsentCount {
  waiting: number;
  unfinished: number;
  recording: number;
  texts: number;
  /** Under accounts that the person had before. */
  earlier: number;
}

/** What somebody records, or left unfinished; a queue of thousands is not read for it. */
export async function readUnfinished(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<Pick<Unsent, "unfinished" | "recording">> {
  return look(db, locks, async () => null);
}

/** How much of that there is; a queue of thousands is not read for it. */
export async function countUnsent(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<UnsentCount> {
  const { queue, ...rest } = await look(db, locks, () => countWaiting(db));
  return countOf({ ...rest, items: { length: queue } });
}

/** How much there is of what was read. */
export function countOf(
  unsent: Omit<Unsent, "items"> & { items: { length: number } },
): UnsentCount {
  const { items, unfinished, recording, texts, earlier } = unsent;
  return {
    waiting: items.length,
    unfinished: unfinished.length,
    recording: recording.length,
    texts: texts.requests + texts.prompts,
    earlier: countTogether(earlier)?.count ?? 0,
  };
}

/** Whether all that a person made on this device is on the server. */
export function isEverythingSent(count: UnsentCount): boolean {
  const { waiting, unfinished, recording, texts, earlier } = count;
  return waiting + unfinished + recording + texts + earlier === 0;
}

/** Deletes recordings that ended before anything was captured: there is nothing in them to decide about. */
export async function deleteEmptyRecordings(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<void> {
  const { begun, recording } = await look(db, locks, async () => null);
  const alive = new Set(recording.map(({ id }) => id));
  const empty = begun.filter(({ id, size }) => size === 0 && !alive.has(id));
  for (const { id } of empty) await deleteUnsealedRecording(db, id);
}

interface Reading<Q> {
  queue: Q;
  /** Nothing waits in the queue. */
  isEmpty: boolean;
  /** Recordings that are not sealed. */
  begun: Recording[];
  texts: UnsavedTexts;
}

/** @param readQueue what of the queue is wanted, in the transaction that reads the rest */
export async function look<Q>(
  db: PersonDatabase,
  locks: HeldLocks,
  readQueue: () => Promise<Q>,
): Promise<Reading<Q> & Pick<Unsent, "unfinished" | "recording" | "earlier">> {
  // Both at once, or Dexie's live queries lose track of the second.
  const [earlier, found] = await Promise.all([
    unsentOfPredecessors(db.personId),
    read(db, readQueue),
  ]);
  // What was taken over from an earlier account between the two is here by now.
  const first = found.isEmpty && earlier.length === 0 ? await read(db, readQueue) : found;
  if (first.begun.length === 0) return { ...first, unfinished: [], recording: [], earlier };
  const alive = await recordingsNow(locks);
  const isHeld = ({ id }: Recording) => alive.has(id);
  if (first.begun.every(isHeld)) {
    return { ...first, unfinished: [], recording: first.begun, earlier };
  }
  // A lock is let go after its recording is sealed: one that is still not sealed now was left.
  const second = await read(db, readQueue);
  const known = new Set(first.begun.map(({ id }) => id));
  const isLeft = (each: Recording) => known.has(each.id) && !isHeld(each);
  return {
    ...second,
    unfinished: second.begun.filter((each) => isLeft(each) && each.size > 0),
    recording: second.begun.filter((each) => !isLeft(each)),
    earlier,
  };
}

/** All of it in one transaction: what moves from one table to another is seen in just one of them. */
function read<Q>(db: PersonDatabase, readQueue: () => Promise<Q>): Promise<Reading<Q>> {
  const tables = [
    db.outbox,
    db.recordings,
    db.submissionDrafts,
    db.promptDrafts,
    db.newPromptDrafts,
  ];
  return db.transaction("r", tables, async () => {
    const [queue, begun, requests, prompts, newPrompts] = await Promise.all([
      readQueue(),
      unsealedRecordings(db),
      db.submissionDrafts.count(),
      db.promptDrafts.count(),
      db.newPromptDrafts.count(),
    ]);
    const isEmpty = (await db.outbox.limit(1).count()) === 0;
    return { queue, isEmpty, begun, texts: { requests, prompts: prompts + newPrompts } };
  });
}
