import type { AgentLog } from "@contracts/agent-log.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { MirroredMessage, PersonDatabase } from "../person-database.ts";
import { readAudioDays, USUAL_DAYS } from "../recordings/audio-keeping.ts";
import { type ArrivedItem, keepArrivedAudio } from "../recordings/kept-audio.ts";
import { holdUnreadable, itemUnderWay } from "./attempts.ts";
import { pickDue } from "./due.ts";
import { assertFence } from "./fencing.ts";
import { promoteNextOfLane } from "./lanes.ts";
import { parseItem } from "./read-item.ts";
import type { StoredItem } from "./stored-item.ts";

/** Full replies kept after arrival, newest first; the history itself is not bounded by this. */
const RESULTS_KEPT = 50;

/** An item that is on the server, by which attempt, and what it became there. */
export interface Arrived {
  id: string;
  attempt: number;
  reply: unknown;
  log: AgentLog;
  messages: MirroredMessage[];
}

/** What a drainer has to write before its next calls. */
export interface SettlementAndClaim {
  arrived: readonly Arrived[];
  /** How many may be started. */
  limit: number;
  /** What may not be started now. */
  skip: (row: StoredItem) => boolean;
}

/**
 * Everything a drainer writes between its calls, in one transaction: one way to the disk, however many
 * calls have ended meanwhile.
 *
 * What has arrived is settled: its reply, its history row and what was said are stored, and it leaves
 * the queue; its sound stays, to be heard again. In its place what is due is marked as being sent,
 * before anything leaves the device, in the order it should go.
 * @returns the items to send, with their attempts counted
 * @throws Fenced
 */
export async function settleAndClaimNext(
  db: PersonDatabase,
  fence: number,
  now: number,
  { arrived, limit, skip }: SettlementAndClaim,
): Promise<QueueItem[]> {
  if (arrived.length === 0) {
    if (limit <= 0) return [];
    return db.transaction("rw", db.outbox, db.drainer, async () => {
      const [due] = await Promise.all([pickDue(db, now, limit, skip), assertFence(db, fence)]);
      return startDue(db, now, { limit, skip }, due);
    });
  }
  const tables = [
    db.outbox,
    db.drainer,
    db.recordings,
    db.recordingChunks,
    db.agentLogs,
    db.results,
    db.messages,
    db.keptAudio,
    db.audioKeeping,
  ];
  const isSpoken = arrived.some(({ log }) => log.input_type === "voice");
  return db.transaction("rw", tables, async () => {
    const [rows, kept, due, audioDays] = await Promise.all([
      db.outbox.bulkGet(arrived.map(({ id }) => id)),
      // Without the new ones: by a clock that was set back, they can look like the oldest.
      db.results.orderBy("receivedAt").primaryKeys(),
      pickDue(db, now, limit, skip),
      isSpoken ? readAudioDays(db) : USUAL_DAYS,
      assertFence(db, fence),
    ]);
    const settled = arrived.flatMap((arrival, index) => {
      const item = itemUnderWay(rows[index], arrival.attempt);
      return item === null ? [] : [{ ...arrival, item }];
    });
    const surplus = Math.max(0, kept.length + settled.length - RESULTS_KEPT);
    const messages = settled.flatMap((arrival) => arrival.messages);
    // Side by side: each of them is a way to the browser's database process and back.
    const [started] = await Promise.all([
      startDue(db, now, { limit, skip }, due),
      leaveQueue(db, settled),
      keepArrivedAudio(db, settled, audioDays, now),
      surplus > 0 && db.results.bulkDelete(kept.slice(0, surplus)),
      db.results.bulkPut(settled.map(({ id, reply }) => ({ id, reply, receivedAt: now }))),
      db.agentLogs.bulkPut(settled.map(({ log }) => ({ ...log, mirroredAt: now }))),
      messages.length > 0 && db.messages.bulkPut(messages),
    ]);
    // What was held up until now, where nothing else waited.
    const next = await startDue(db, now, { limit: limit - started.length, skip });
    return [...started, ...next];
  });
}

/**
 * Starts what is due. In the place of what this version can't read, others go.
 * @param picked what is due, where it was looked up before
 */
async function startDue(
  db: PersonDatabase,
  now: number,
  { limit, skip }: Pick<SettlementAndClaim, "limit" | "skip">,
  picked?: readonly StoredItem[],
): Promise<QueueItem[]> {
  const due = picked ?? (await pickDue(db, now, limit, skip));
  const items = await start(db, due);
  if (items.length === due.length) return items;
  const more = await startDue(db, now, { limit: limit - items.length, skip });
  return [...items, ...more];
}

/** Marks as being sent what this version can read, and holds the rest for its person. */
async function start(db: PersonDatabase, due: readonly StoredItem[]): Promise<QueueItem[]> {
  const items: QueueItem[] = [];
  const started: StoredItem[] = [];
  const unreadable: StoredItem[] = [];
  for (const { undoableUntil: _, ...row } of due) {
    const attempt = { attempts: Number(row.attempts) + 1, due: null };
    const item = parseItem(row);
    if (item === null) {
      unreadable.push({ ...row, ...attempt });
      continue;
    }
    // The server may have it from now on: it can't be taken back any more.
    const sending = { ...attempt, state: "sending" as const };
    items.push({ ...item, ...sending });
    started.push({ ...row, ...sending });
  }
  if (started.length > 0) await db.outbox.bulkPut(started);
  for (const row of unreadable) await holdUnreadable(db, row);
  return items;
}

/** The items are gone, and what they held up may go. */
async function leaveQueue(db: PersonDatabase, left: readonly ArrivedItem[]): Promise<void> {
  await db.outbox.bulkDelete(left.map(({ item }) => item.id));
  const lanes = new Set(left.map(({ item }) => item.lane));
  await Promise.all([...lanes].map((lane) => promoteNextOfLane(db, { lane })));
}
