import type { StoredItem } from "../person/outbox/stored-item.ts";
import type { KeptAudio, PersonDatabase, Recording } from "../person/person-database.ts";
import { deleteRecording, unsealedRecordings } from "../person/recordings/recordings.ts";
import { silentRecordings } from "../person/recordings/silent-audio.ts";
import type { SeenPerson } from "./device-database.ts";
import { peopleOnDevice, predecessorsOf, readDatabaseOf } from "./seen-people.ts";

/** What was made on this device and is nowhere else. */
export interface UnsentWork {
  /** As they are stored: to count them nobody has to read them. */
  items: StoredItem[];
  /** Recordings that were begun and never finished, and hold something. */
  recordings: Recording[];
  /** The sound of what arrived without any recognised speech. */
  sounds: KeptAudio[];
}

/** How much that is, and when the oldest of it was made (epoch ms). */
export interface UnsentCount {
  count: number;
  oldest: number;
}

/** Everything of a person that exists on this device alone. */
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

/** Recordings that are not sealed: those in progress, and those that were left unfinished. */
export function begunRecordings(db: PersonDatabase): Promise<Recording[]> {
  return unsealedRecordings(db);
}

/**
 * Deletes something that was not sent, with its bytes, of an account that sends nothing any more: what
 * waits behind it in its lane goes on waiting.
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

/** The ids of what was not sent, each kind in the order it was made. */
export function idsOf({ items, recordings, sounds }: UnsentWork): string[] {
  return [...items, ...recordings, ...sounds].map(({ id }) => id);
}

/** The same in figures; null for nothing. */
export function countOf({ items, recordings, sounds }: UnsentWork): UnsentCount | null {
  const times = [
    ...items.map(({ capturedAt }) => Number(capturedAt) || 0),
    ...recordings.map(({ startedAt }) => startedAt),
    ...sounds.map(({ capturedAt }) => capturedAt),
  ];
  return times.length === 0 ? null : { count: times.length, oldest: Math.min(...times) };
}

/** Somebody's work that was not sent, and who they are as far as the device knows. */
export interface KeptWork extends UnsentCount {
  person: SeenPerson;
}

/** What is nowhere else of everybody on this device, but of one person. */
export async function unsentOnDevice(exceptId: string): Promise<KeptWork[]> {
  return unsentOf((await peopleOnDevice()).filter(({ id }) => id !== exceptId));
}

/** What anybody on this device has still to send. */
export async function waitingOnDevice(): Promise<KeptWork[]> {
  return unsentOf(await peopleOnDevice(), (work) => ({ ...work, sounds: [] }));
}

/** What is nowhere else of the accounts that a person had before the one of now. */
export async function unsentOfPredecessors(personId: string): Promise<KeptWork[]> {
  return unsentOf(await predecessorsOf(personId));
}

/** Of several people together; null for nothing. */
export function countTogether(kept: readonly UnsentCount[]): UnsentCount | null {
  if (kept.length === 0) return null;
  return {
    count: kept.reduce((sum, { count }) => sum + count, 0),
    oldest: Math.min(...kept.map(({ oldest }) => oldest)),
  };
}

async function unsentOf(
  people: readonly SeenPerson[],
  counted: (work: UnsentWork) => UnsentWork = (work) => work,
): Promise<KeptWork[]> {
  const kept: KeptWork[] = [];
  for (const person of people) {
    const work = await readDatabaseOf(person.id, readUnsentWork);
    const count = work === null ? null : countOf(counted(work));
    if (count !== null) kept.push({ person, ...count });
  }
  return kept;
}
