import type { AgentLog } from "@contracts/agent-log.ts";
import { audioOfPayload, type QueueItem } from "@contracts/queue-item.ts";
import { jobOfEntry } from "../entry-changes.ts";
import { addItem } from "../outbox/lanes.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { AudioKeeping, KeptAudio, Recording } from "./recording-rows.ts";
import { deleteRecording, queryChunks } from "./recordings.ts";
import { hasSound, isWithoutSpeech } from "./silent-audio.ts";

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
  const packed = size > OWN_FILE_BYTES ? 0 : 1;
  return { id, ...audio, size, capturedAt, arrivedAt, empty, packed, sentAgainAs: null };
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
  const sum = (rows: readonly KeptAudio[]): AudioTotal => ({
    count: rows.length,
    size: rows.reduce((bytes, { size }) => bytes + size, 0),
  });
  return {
    understood: sum(kept.filter(({ empty }) => !empty)),
    empty: sum(kept.filter(({ empty }) => empty)),
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

/**
 * Whether it may be deleted automatically, by age or to make room: neither audio without recognised
 * speech nor a row that notes what was sent again.
 */
function mayGo(audio: KeptAudio | undefined): audio is KeptAudio {
  return audio !== undefined && !audio.empty && hasSound(audio);
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

/**
 * Chromium stores a value of at least this size (bytes) in a file of its own (seen in 156). Smaller
 * values are parts of a log: deleting them frees no space until the log is rewritten, which never
 * happens on a full device.
 */
const OWN_FILE_BYTES = 64 * 1024;

/**
 * Joins the chunks of each arrived recording to one chunk, so that deleting it frees space at once.
 * Uses one transaction per recording, so that a recording in progress never waits longer than that.
 * @throws when there is no space for it (`QuotaExceededError`); the remaining recordings stay
 *   unchanged
 */
async function packKeptAudio(db: PersonDatabase): Promise<void> {
  const ids = await db.keptAudio.where("packed").equals(0).primaryKeys();
  for (const id of ids) {
    await db.transaction("rw", db.keptAudio, db.recordingChunks, async () => {
      // Deleted meanwhile: do not restore it.
      if ((await db.keptAudio.update(id, { packed: 1 })) === 0) return;
      const chunks = await queryChunks(db, id).toArray();
      if (chunks.length < 2) return;
      const bytes = joined(chunks.map((chunk) => chunk.bytes));
      await queryChunks(db, id).delete();
      await db.recordingChunks.add({ recordingId: id, seq: 0, bytes });
    });
  }
}

function joined(parts: readonly ArrayBuffer[]): ArrayBuffer {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(new Uint8Array(part), end);
    end += part.byteLength;
  }
  return bytes.buffer;
}

/** Default number of days for which the audio of arrived items is kept. */
export const USUAL_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;

const UNTOUCHED: AudioKeeping = { name: "audio", days: USUAL_DAYS, lookedAt: null };

/** How many days the audio of arrived items is kept; 0: it is deleted on arrival. */
export const readAudioDays = async (db: PersonDatabase) => (await readKeeping(db)).days;

/** Sets how many days the audio of arrived items is kept on this device. */
export async function chooseAudioDays(db: PersonDatabase, days: number): Promise<void> {
  await db.transaction("rw", db.audioKeeping, async () => {
    await db.audioKeeping.put({ ...(await readKeeping(db)), days });
  });
}

/**
 * Deletes audio that has been kept for the chosen number of days.
 *
 * The device's clock may be wrong at any time, and deleted audio cannot be restored. So the age is
 * computed from the time of the previous check, and only when the clock has advanced at least a day
 * since then. A clock that jumps ahead deletes nothing unless it stays ahead for a day; after a
 * clock was set back, the day begins again. So audio is kept at least a day longer than chosen.
 * @param now epoch ms
 */
export async function pruneKeptAudio(db: PersonDatabase, now: number): Promise<void> {
  const keeping = await readKeeping(db);
  if (keeping.lookedAt !== null && isSoonAfter(keeping.lookedAt, now)) return;
  const cutoff = await db.transaction("rw", db.audioKeeping, async () => {
    const { days, lookedAt } = await readKeeping(db);
    // Another tab has checked meanwhile.
    if (lookedAt !== null && isSoonAfter(lookedAt, now)) return null;
    await db.audioKeeping.put({ name: "audio", days, lookedAt: now });
    return lookedAt === null || now < lookedAt ? null : lookedAt - days * DAY_MS;
  });
  if (cutoff === null) return;
  const old = await db.keptAudio.where("arrivedAt").below(cutoff).toArray();
  await deleteInParts(db, old.filter(mayGo), mayGo);
}

const isSoonAfter = (lookedAt: number, now: number) => now >= lookedAt && now < lookedAt + DAY_MS;

const readKeeping = async (db: PersonDatabase) => (await db.audioKeeping.get("audio")) ?? UNTOUCHED;

/**
 * Deletes the audio of arrived items when its retention time is over, and packs the rest. Runs in
 * the background and never throws: if the device fails, the next call does the work.
 * @param now epoch ms
 */
export async function tidyAudio(db: PersonDatabase, now: number): Promise<void> {
  try {
    await pruneKeptAudio(db, now);
    await packKeptAudio(db);
  } catch (error) {
    // The person signed out, which closed the database.
    if (!db.hasBeenClosed()) console.warn("Recordings that were sent could not be tidied:", error);
  }
}

/**
 * Queues a recording in which no speech was recognised once more, as a new item.
 *
 * Its chunks move to the new item in the transaction that queues it, so that they always belong to
 * exactly one of the two, and code that deletes a recording deletes only its own bytes. The move
 * rewrites the bytes, but only the person's tap waits for that.
 * @param newId the id of the new item
 * @returns the id of the new item, from this or an earlier call; null when the audio is gone
 * @throws when the device is out of space (`QuotaExceededError`); then nothing is changed
 */
export async function queueAgain(
  db: PersonDatabase,
  id: string,
  newId: string,
  toItem: (recording: Recording) => QueueItem,
): Promise<string | null> {
  const tables = [
    ...[db.keptAudio, db.recordings, db.recordingChunks, db.outbox],
    ...[db.agentLogs, db.entryChanges],
  ];
  return db.transaction("rw", tables, async () => {
    const audio = await db.keptAudio.get(id);
    if (audio === undefined || !audio.empty) return null;
    if (audio.sentAgainAs !== null) return audio.sentAgainAs;
    const { mimeType, durationMs, size, capturedAt: startedAt } = audio;
    const state = "sealed" as const;
    const job = await jobOfEntry(db, id);
    const recording: Recording = {
      ...{ id: newId, mimeType, startedAt, durationMs, size, state },
      ...(job !== null && { jobId: job }),
    };
    const chunks = await queryChunks(db, id).toArray();
    await Promise.all([
      db.recordingChunks.bulkAdd(chunks.map((chunk) => ({ ...chunk, recordingId: newId }))),
      queryChunks(db, id).delete(),
      db.recordings.add(recording),
      db.keptAudio.put({ ...audio, size: 0, packed: 1, sentAgainAs: newId }),
      addItem(db, toItem(recording)),
    ]);
    return newId;
  });
}
