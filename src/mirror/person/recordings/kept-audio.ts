import type { AgentLog } from "@contracts/agent-log.ts";
import { audioOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../person-database.ts";
import { needsPacking } from "./pack-audio.ts";
import type { KeptAudio } from "./recording-rows.ts";
import { deleteRecording, queryChunks } from "./recordings.ts";
import { hasSound } from "./silent-audio.ts";
import { isWithoutSpeech } from "./without-speech.ts";

/**
 * Recordings deleted per transaction: the next chunk of a recording in progress has to wait for it.
 */
const AT_ONCE = 20;

/** An arrived item with its history row. */
export interface ArrivedItem {
  item: QueueItem;
  log: AgentLog;
}

/**
 * Keeps the audio of arrived items without copying any bytes, or deletes it if it is not to be
 * kept; audio without recognised speech is always kept. Inside the caller's transaction.
 * @param days how long audio is kept; 0: not at all
 * @param now epoch ms
 */
export async function keepArrivedAudio(
  db: PersonDatabase,
  arrived: readonly ArrivedItem[],
  days: number,
  now: number,
): Promise<void> {
  const all = arrived.flatMap((arrival) => toKeptAudio(arrival, now) ?? []);
  const kept = all.filter(({ empty }) => empty || days > 0);
  const deleted = all.filter((audio) => !kept.includes(audio));
  await Promise.all([
    kept.length > 0 && db.keptAudio.bulkPut(kept),
    kept.length > 0 && db.recordings.bulkDelete(kept.map(({ id }) => id)),
    ...deleted.map(({ id }) => deleteRecording(db, id)),
  ]);
}

/** Null: the item has no audio. */
function toKeptAudio({ item, log }: ArrivedItem, now: number): KeptAudio | null {
  const audio = audioOfPayload(item.payload);
  if (audio === null) return null;
  const { id, size, capturedAt } = item;
  // If the device's clock was behind at the arrival, its time alone would make the audio look too
  // old once the clock is right.
  const arrivedAt = Math.max(now, Date.parse(log.created_at) || 0);
  const empty = isWithoutSpeech(log);
  const packed = needsPacking(size) ? 0 : 1;
  return { id, ...audio, size, capturedAt, arrivedAt, empty, packed, sentAgainAs: null };
}

/** The audio of a history entry; undefined when this device has none. */
export function readKeptAudio(db: PersonDatabase, id: string): Promise<KeptAudio | undefined> {
  return db.keptAudio.get(id);
}

/** The number of kept recordings and their size. */
export interface AudioTotal {
  count: number;
  /** Bytes. */
  size: number;
}

/** The kept audio of arrived items. */
export interface AudioTotals {
  /** With text in the history: deleted automatically, by age or to make room. */
  understood: AudioTotal;
  /** No speech was recognised: only its person deletes it. */
  empty: AudioTotal;
}

export async function keptAudioTotals(db: PersonDatabase): Promise<AudioTotals> {
  const kept = (await db.keptAudio.toArray()).filter(hasSound);
  return {
    understood: sumSizes(kept.filter(({ empty }) => !empty)),
    empty: sumSizes(kept.filter(({ empty }) => empty)),
  };
}

/**
 * Deletes kept audio at the person's request: either audio whose text is in the history, or audio
 * without recognised speech.
 */
export async function deleteKeptAudio(db: PersonDatabase, which: keyof AudioTotals): Promise<void> {
  const isChosen = (audio: KeptAudio | undefined) =>
    audio !== undefined && hasSound(audio) && audio.empty === (which === "empty");
  const kept = await db.keptAudio.orderBy("arrivedAt").toArray();
  await deleteInParts(db, kept.filter(isChosen), isChosen);
}

/** Deletes the audio of one history entry at the person's request. */
export async function discardKeptAudio(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
    const audio = await db.keptAudio.get(id);
    if (audio !== undefined && hasSound(audio)) await forget(db, [audio]);
  });
}

/**
 * Deletes audio that arrived before `cutoff` (epoch ms). Keeps audio without recognised speech, and
 * the rows that note what was sent again.
 */
export async function deleteAudioBefore(db: PersonDatabase, cutoff: number): Promise<void> {
  const old = await db.keptAudio.where("arrivedAt").below(cutoff).toArray();
  await deleteInParts(db, old.filter(mayGo), mayGo);
}

/**
 * Makes room for unsent work: deletes the oldest audio of arrived items, at most `limit`
 * recordings. Keeps audio without recognised speech, because it exists only here.
 * @returns how many were deleted
 */
export async function freeOldestAudio(db: PersonDatabase, limit: number): Promise<number> {
  return db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
    const oldest = await db.keptAudio.orderBy("arrivedAt").filter(mayGo).limit(limit).toArray();
    await forget(db, oldest);
    return oldest.length;
  });
}

/** Whether it may be deleted automatically, by age or to make room. */
function mayGo(audio: KeptAudio | undefined): audio is KeptAudio {
  return audio !== undefined && !audio.empty && hasSound(audio);
}

function sumSizes(kept: readonly KeptAudio[]): AudioTotal {
  return { count: kept.length, size: kept.reduce((sum, { size }) => sum + size, 0) };
}

/** @param still checked again for each row in the transaction that deletes it */
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
    ...kept.map(({ id }) => queryChunks(db, id).delete()),
  ]);
}
