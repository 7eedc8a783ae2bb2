import { useEffect, useState } from "react";
import { countTogether, type KeptWork, unsentOfPredecessors } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type HeldLocks, recordingsNow } from "#platform/lock-names.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { Recording } from "../recordings/recording-rows.ts";
import { deleteUnsealedRecording, unsealedRecordings } from "../recordings/recordings.ts";
import type { WaitingItem } from "./read-item.ts";
import { countWaiting } from "./waiting.ts";

// The only module that knows all of a person's work that is on this device and not on the server.
// All code that shows how much there is, or that there is none, must ask here: code that reads only
// the queue would report that all is sent although a recording was never finished.

/** A person's unsent work: everything that is on this device and not on the server. */
export interface Unsent {
  /** The waiting items in any state, oldest first. */
  items: WaitingItem[];
  /** Recordings that were begun and neither finished nor discarded, oldest first. */
  unfinished: Recording[];
  /** Recordings in progress, in any tab. */
  recording: Recording[];
  /** Texts that the person began to edit and has not saved. */
  texts: UnsavedTexts;
  /** The unsent work of the person's earlier accounts. */
  earlier: KeptWork[];
}

/** How many texts are edited and unsaved: about requests for early access, of prompts, of notes. */
export interface UnsavedTexts {
  requests: number;
  prompts: number;
  notes: number;
}

/** The number of each kind of unsent work. */
export interface UnsentCount {
  waiting: number;
  unfinished: number;
  recording: number;
  texts: number;
  /** Of the person's earlier accounts. */
  earlier: number;
}

/**
 * Recordings in progress or left unfinished. Does not read the queue, which may hold thousands of
 * items.
 */
export async function readUnfinished(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<Pick<Unsent, "unfinished" | "recording">> {
  return look(db, locks, async () => null);
}

/**
 * Counts all unsent work. Does not read the rows of the queue, which may hold thousands of items.
 */
export async function countUnsent(
  db: PersonDatabase,
  locks: HeldLocks = navigator.locks,
): Promise<UnsentCount> {
  const { queue, ...rest } = await look(db, locks, () => countWaiting(db));
  return sumUnsent({ ...rest, items: { length: queue } });
}

/** Counts unsent work that was read before. */
export function sumUnsent(
  unsent: Omit<Unsent, "items"> & { items: { length: number } },
): UnsentCount {
  const { items, unfinished, recording, texts, earlier } = unsent;
  return {
    waiting: items.length,
    unfinished: unfinished.length,
    recording: recording.length,
    texts: texts.requests + texts.prompts + texts.notes,
    earlier: countTogether(earlier)?.count ?? 0,
  };
}

/** Whether all of a person's work on this device is on the server. */
export function isEverythingSent(count: UnsentCount): boolean {
  const { waiting, unfinished, recording, texts, earlier } = count;
  return waiting + unfinished + recording + texts + earlier === 0;
}

/**
 * Deletes recordings that ended before anything was captured: their person has nothing to decide
 * about.
 */
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
  /** Recordings that are not sealed. */
  begun: Recording[];
  texts: UnsavedTexts;
}

/** @param readQueue reads the queue, in the transaction that reads the rest */
export async function look<Q>(
  db: PersonDatabase,
  locks: HeldLocks,
  readQueue: () => Promise<Q>,
): Promise<Reading<Q> & Pick<Unsent, "unfinished" | "recording" | "earlier">> {
  // In parallel; otherwise Dexie's live queries lose track of the second read.
  const [earlier, first] = await Promise.all([
    unsentOfPredecessors(db.personId),
    read(db, readQueue),
  ]);
  if (first.begun.length === 0) return { ...first, unfinished: [], recording: [], earlier };
  const alive = await recordingsNow(locks);
  const isHeld = ({ id }: Recording) => alive.has(id);
  if (first.begun.every(isHeld)) {
    return { ...first, unfinished: [], recording: first.begun, earlier };
  }
  // A lock is released after its recording is sealed: a recording that is still unsealed now was
  // left.
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

/**
 * Reads everything in one transaction, so that an item that moves between tables is seen in exactly
 * one.
 */
function read<Q>(db: PersonDatabase, readQueue: () => Promise<Q>): Promise<Reading<Q>> {
  const tables = [
    db.outbox,
    db.recordings,
    db.submissionDrafts,
    db.promptDrafts,
    db.newPromptDrafts,
    db.noteEdits,
  ];
  return db.transaction("r", tables, async () => {
    const [queue, begun, requests, prompts, newPrompts, notes] = await Promise.all([
      readQueue(),
      unsealedRecordings(db),
      db.submissionDrafts.count(),
      db.promptDrafts.count(),
      db.newPromptDrafts.count(),
      db.noteEdits.count(),
    ]);
    return { queue, begun, texts: { requests, prompts: prompts + newPrompts, notes } };
  });
}

/**
 * How often to count again during a recording (ms): a tab that is closed or killed while it records
 * changes nothing in the mirror.
 */
const LOOK_EVERY_MS = 1000;

/** The count of unsent work, kept current; undefined until the first read. */
export const useUnsentCount = (): UnsentCount | undefined =>
  useLooking(countUnsent, ({ recording }) => recording > 0);

/**
 * The unfinished recordings and those in progress, kept current; undefined until the first read.
 */
export const useUnfinished = (): Pick<Unsent, "unfinished" | "recording"> | undefined =>
  useLooking(readUnfinished, ({ recording }) => recording.length > 0);

/** A read of unsent work, kept current; undefined until the first read. */
export function useLooking<T>(
  read: (db: PersonDatabase) => Promise<T>,
  isRecording: (value: T) => boolean,
): T | undefined {
  const db = useMirror();
  const [looks, setLooks] = useState(0);
  const value = useLive(() => read(db), [db, looks]);
  const recording = value !== undefined && isRecording(value);
  useEffect(() => {
    const look = () => setLooks((count) => count + 1);
    document.addEventListener("visibilitychange", look);
    const timer = recording ? setInterval(look, LOOK_EVERY_MS) : undefined;
    return () => {
      document.removeEventListener("visibilitychange", look);
      clearInterval(timer);
    };
  }, [recording]);
  return value;
}
