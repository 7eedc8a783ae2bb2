import type { AgentLog } from "@contracts/agent-log.ts";
import { audioOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import type { KeptAudio, PersonDatabase } from "../person-database.ts";
import { needsPacking } from "./pack-audio.ts";
import { chunksOf, deleteRecording } from "./recordings.ts";
import { hasSound } from "./silent-audio.ts";

/** Recordings deleted in one transaction: a chunk that is being recorded waits no longer than that. */
const AT_ONCE = 20;

/** An item that arrived, with the row of the history that it became. */
export interface ArrivedItem {
  item: QueueItem;
  log: AgentLog;
}

/**
 * The sound of what arrived stays where it is, without a byte being written, or goes where it is not
 * to be kept; one in which no speech was recognised always stays. Inside the caller's transaction.
 * @param days how long sound is kept; 0: not at all
 * @param now epoch ms
 */
export async function keepArrivedAudio(
  db: PersonDatabase,
  arrived: readonly ArrivedItem[],
  days: number,
  now: number,
): Promise<void> {
  const all = arrived.flatMap((arrival) => keptAudioOf(arrival, now) ?? []);
  const kept = all.filter(({ empty }) => empty || days > 0);
  const gone = all.filter((audio) => !kept.includes(audio));
  await Promise.all([
    kept.length > 0 && db.keptAudio.bulkPut(kept),
    kept.length > 0 && db.recordings.bulkDelete(kept.map(({ id }) => id)),
    ...gone.map(({ id }) => deleteRecording(db, id)),
  ]);
}

/** Null: nobody spoke it. */
function keptAudioOf({ item, log }: ArrivedItem, now: number): KeptAudio | null {
  const audio = audioOfPayload(item.payload);
  if (audio === null) return null;
  const { id, size, capturedAt } = item;
  // By a clock that was behind when it arrived it would look too old once the clock is right.
  const arrivedAt = Math.max(now, Date.parse(log.created_at) || 0);
  const empty = isWithoutSpeech(log);
  const packed = needsPacking(size) ? 0 : 1;
  return { id, ...audio, size, capturedAt, arrivedAt, empty, packed, sentAgainAs: null };
}

/** Whether something was spoken, as a row of the history says, and no word of it was recognised. */
export function isWithoutSpeech(log: Pick<AgentLog, "input_type" | "input_data">): boolean {
  return log.input_type === "voice" && (log.input_data ?? "").trim() === "";
}

/** The sound of an entry of the history; undefined when this device has none. */
export function readKeptAudio(db: PersonDatabase, id: string): Promise<KeptAudio | undefined> {
  return db.keptAudio.get(id);
}

/** How many recordings are kept, and what they take. */
export interface AudioTotal {
  count: number;
  /** Bytes. */
  size: number;
}

/** What is kept of what arrived. */
export interface AudioTotals {
  /** Its text is in the history: this goes by itself, by age or for want of room. */
  understood: AudioTotal;
  /** No speech was recognised: only its person deletes it. */
  empty: AudioTotal;
}

export async function keptAudioTotals(db: PersonDatabase): Promise<AudioTotals> {
  const kept = (await db.keptAudio.toArray()).filter(hasSound);
  return {
    understood: totalOf(kept.filter(({ empty }) => !empty)),
    empty: totalOf(kept.filter(({ empty }) => empty)),
  };
}

/**
 * Deletes what is kept, at a person's word: what is in the history as text, or that in which no speech
 * was recognised.
 */
export async function deleteKeptAudio(db: PersonDatabase, which: keyof AudioTotals): Promise<void> {
  const isChosen = (audio: KeptAudio | undefined) =>
    audio !== undefined && hasSound(audio) && audio.empty === (which === "empty");
  const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
  await deleteInParts(db, kept.filter(isChosen), isChosen);
}

/** Deletes the sound of one entry of the history, at its person's word. */
export async function discardKeptAudio(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
    const audio = await db.keptAudio.get(id);
    if (audio !== undefined && hasSound(audio)) await forget(db, [audio]);
  });
}

/**
 * Deletes what arrived before `cutoff` (epoch ms). Where no speech was recognised it stays, and so does
 * the word that something was sent again.
 */
export async function deleteAudioBefore(db: PersonDatabase, cutoff: number): Promise<void> {
  const old = await db.keptAudio.where("arrivedAt").below(cutoff).toArray();
  await deleteInParts(db, old.filter(mayGo), mayGo);
}

/**
 * Makes room for what was not sent yet: deletes the oldest recordings that arrived, at most so many.
 * Where no speech was recognised they stay: they are nowhere else either.
 * @returns how many were deleted
 */
export async function freeOldestAudio(db: PersonDatabase, limit: number): Promise<number> {
  return db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
    const oldest = await db.keptAudio.orderBy("arrivedAt").filter(mayGo).limit(limit).toArray();
    await forget(db, oldest);
    return oldest.length;
  });
}

/** Goes by itself, by age or for want of room. */
function mayGo(audio: KeptAudio | undefined): audio is KeptAudio {
  return audio !== undefined && !audio.empty && hasSound(audio);
}

function totalOf(kept: readonly KeptAudio[]): AudioTotal {
  return { count: kept.length, size: kept.reduce((sum, { size }) => sum + size, 0) };
}

/** @param still asked again of each row in the transaction that deletes it */
async function deleteInParts(
  db: PersonDatabase,
  kept: readonly KeptAudio[],
  still: (audio: KeptAudio | undefined) => boolean,
): Promise<void> {
  for (let start = 0; start < kept.length; start += AT_ONCE) {
    const ids = kept.slice(start, start + AT_ONCE).map(({ id }) => id);
    await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
      const rows = await db.keptAudio.bulkGet(ids);
      await forget(
        db,
        rows.filter((row): row is KeptAudio => still(row)),
      );
    });
  }
}

async function forget(db: PersonDatabase, kept: readonly KeptAudio[]): Promise<void> {
  await Promise.all([
    db.keptAudio.bulkDelete(kept.map(({ id }) => id)),
    ...kept.map(({ id }) => chunksOf(db, id).delete()),
  ]);
}
