import { type HeldLocks, recordingsNow } from "#platform/lock-names.ts";
import type { StoredItem } from "../person/outbox/stored-item.ts";
import type { PersonDatabase } from "../person/person-database.ts";
import type { KeptAudio, Recording } from "../person/recordings/recording-rows.ts";
import { deleteRecording, unsealedRecordings } from "../person/recordings/recordings.ts";
import { silentRecordings } from "../person/recordings/silent-audio.ts";
import type { SeenPerson } from "./device-database.ts";
import { findPredecessors, peopleOnDevice, withPersonDatabase } from "./seen-people.ts";

/** A person's work that exists only on this device. */
export interface UnsentWork {
  /** Stored rows, not parsed: counting does not need their content. */
  items: StoredItem[];
  /** Recordings that were begun and never finished, and are not empty. */
  recordings: Recording[];
  /** The audio of arrived items in which no speech was recognised. */
  sounds: KeptAudio[];
}

/** The number of these items, and when the oldest was made (epoch ms). */
export interface UnsentCount {
  count: number;
  oldest: number;
}

/** Reads all of a person's work that exists only on this device. */
export async function readUnsentWork(db: PersonDatabase): Promise<UnsentWork> {
  return db.transaction("r", db.outbox, db.recordings, db.keptAudio, async () => {
    const [items, recordings, sounds] = await Promise.all([
      db.outbox.orderBy("id").toArray(),
      unsealedRecordings(db),
      silentRecordings(db),
    ]);
    return { items, recordings: recordings.filter(({ size }) => size > 0), sounds };
  });
}

/** Whether nothing of a person exists only on this device, and none of it is being recorded in any tab. */
export async function isWithoutUnsentWork(db: PersonDatabase, locks: HeldLocks): Promise<boolean> {
  // A page of a deleted account may still record. What it seals meanwhile is in the queue, which is read last.
  const alive = await recordingsNow(locks);
  const unsealed = await unsealedRecordings(db);
  if (unsealed.some(({ id }) => alive.has(id))) return false;
  return listUnsentIds(await readUnsentWork(db)).length === 0;
}

/**
 * Deletes an unsent item with its bytes. Only for an account that sends nothing any more: the next
 * item of the lane does not become due.
 */
export async function deleteUnsent(db: PersonDatabase, id: string): Promise<void> {
  const tables = [db.outbox, db.recordings, db.recordingChunks, db.photos, db.keptAudio];
  await db.transaction("rw", tables, async () => {
    await Promise.all([
      db.outbox.delete(id),
      deleteRecording(db, id),
      db.photos.delete(id),
      db.keptAudio.delete(id),
    ]);
  });
}

/** The ids of the unsent work, each kind in the order it was made. */
export const listUnsentIds = ({ items, recordings, sounds }: UnsentWork): string[] =>
  [...items, ...recordings, ...sounds].map(({ id }) => id);

/** The count of unsent work; null when there is none. */
function countUnsent({ items, recordings, sounds }: UnsentWork): UnsentCount | null {
  const times = [
    ...items.map(({ capturedAt }) => Number(capturedAt) || 0),
    ...recordings.map(({ startedAt }) => startedAt),
    ...sounds.map(({ capturedAt }) => capturedAt),
  ];
  return times.length === 0 ? null : { count: times.length, oldest: Math.min(...times) };
}

/** The count of a person's unsent work, and what the device knows about the person. */
export interface KeptWork extends UnsentCount {
  person: SeenPerson;
}

/** The unsent work of everyone on this device except one person. */
export const unsentOnDevice = async (exceptId: string) =>
  readKeptWork((await peopleOnDevice()).filter(({ id }) => id !== exceptId));

/** The work of everyone on this device that still has to be sent. */
export const waitingOnDevice = async () =>
  readKeptWork(await peopleOnDevice(), (work) => ({ ...work, sounds: [] }));

/** The unsent work of a person's earlier accounts. */
export const unsentOfPredecessors = async (personId: string) =>
  readKeptWork(await findPredecessors(personId));

/** The total count of several people; null when there is none. */
export function countTogether(kept: readonly UnsentCount[]): UnsentCount | null {
  if (kept.length === 0) return null;
  return {
    count: kept.reduce((sum, { count }) => sum + count, 0),
    oldest: Math.min(...kept.map(({ oldest }) => oldest)),
  };
}

async function readKeptWork(
  people: readonly SeenPerson[],
  counted: (work: UnsentWork) => UnsentWork = (work) => work,
): Promise<KeptWork[]> {
  const kept: KeptWork[] = [];
  for (const person of people) {
    const work = await withPersonDatabase(person.id, readUnsentWork);
    const count = work === null ? null : countUnsent(counted(work));
    if (count !== null) kept.push({ person, ...count });
  }
  return kept;
}
