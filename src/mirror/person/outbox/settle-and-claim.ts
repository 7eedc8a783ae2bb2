import type { AgentLog } from "@contracts/agent-log.ts";
import type { AnswerFeedback } from "@contracts/answer-review.ts";
import type { EntryChange } from "@contracts/entry-change.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { MirroredMessage } from "../conversation-rows.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  type ArrivedItem,
  keepArrivedAudio,
  readAudioDays,
  USUAL_DAYS,
} from "../recordings/kept-audio.ts";
import { assertFence, holdUnreadable, itemUnderWay } from "./attempts.ts";
import { pickDue } from "./due.ts";
import { isAlone, promoteNextOfLane } from "./lanes.ts";
import { parseItem } from "./read-item.ts";
import type { StoredItem } from "./stored-item.ts";

/**
 * Number of full replies that are kept after arrival, newest first; the history itself has no such
 * limit.
 */
const RESULTS_KEPT = 50;

/**
 * Number of photos that are kept after their arrival, newest first. Waiting photos do not count,
 * and are never deleted.
 */
export const PHOTOS_KEPT = 100;

/** The results of an item on the server. */
export type Arrival =
  | {
      /** The server's full reply, for the page that waits for it; none where messages hold all of it. */
      reply?: unknown;
      /** The history row. */
      log: AgentLog;
      /** The messages that it added to a conversation. */
      messages?: MirroredMessage[];
    }
  /** A rating of an answer and a change of an entry have no history row. */
  | { rating: AnswerFeedback }
  | { change: EntryChange };

/** An item that arrived on the server, the attempt that sent it, and its results. */
export type Arrived = { id: string; attempt: number } & Arrival;

/** The writes of a drainer before its next calls. */
export interface SettlementAndClaim {
  arrived: readonly Arrived[];
  /** How many items may be started. */
  limit: number;
  /** Selects items that may not be started now; null: none. */
  skip: ((row: StoredItem) => boolean) | null;
}

/**
 * Does all of a drainer's writes between its calls in one transaction, so that the disk is written
 * once, however many calls have ended meanwhile.
 *
 * Settles the arrived items: stores their replies, history rows and messages, or the rating or
 * change, and removes them from the queue; their audio stays, for playback. Then marks due items as being sent, in sending order,
 * before anything leaves the device.
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
    db.ratings,
    db.entryChanges,
    db.keptAudio,
    db.audioKeeping,
  ];
  const isSpoken = arrived.some((each) => "log" in each && each.log.input_type === "voice");
  return db.transaction("rw", tables, async () => {
    const [rows, due, audioDays] = await Promise.all([
      db.outbox.bulkGet(arrived.map(({ id }) => id)),
      pickDue(db, now, limit, skip),
      isSpoken ? readAudioDays(db) : USUAL_DAYS,
      assertFence(db, fence),
    ]);
    const settled = arrived.flatMap((arrival, index) => {
      const item = itemUnderWay(rows[index], arrival.attempt);
      return item === null ? [] : [{ ...arrival, item }];
    });
    const works = settled.flatMap((each) => ("log" in each ? [each] : []));
    const ratings = settled.flatMap((each) => ("rating" in each ? [each.rating] : []));
    const changes = settled.flatMap((each) => ("change" in each ? [each.change] : []));
    const messages = works.flatMap((work) => work.messages ?? []);
    // In parallel, because each of them is a round trip to the browser's database process.
    const [started] = await Promise.all([
      startDue(db, now, { limit, skip }, due),
      leaveQueue(db, settled),
      keepArrivedAudio(db, works, audioDays, now),
      db.results.bulkPut(
        works.flatMap(({ id, reply }) =>
          reply === undefined ? [] : [{ id, reply, receivedAt: now }],
        ),
      ),
      db.agentLogs.bulkPut(works.map(({ log }) => ({ ...log, mirroredAt: now }))),
      messages.length > 0 && db.messages.bulkPut(messages),
      ratings.length > 0 &&
        db.ratings.bulkPut(ratings.map((row) => ({ ...row, id: row.message_id, mirroredAt: now }))),
      changes.length > 0 &&
        db.entryChanges.bulkPut(changes.map((row) => ({ ...row, mirroredAt: now }))),
    ]);
    // Items of the settled lanes that became due just now, if there is room for more.
    const freed = await startDue(db, now, { limit: limit - started.length, skip });
    return [...started, ...freed];
  });
}

/**
 * Deletes the oldest replies beyond `RESULTS_KEPT`. @throws Fenced
 * @param latest ids of those that came last, oldest first: after the clock was set back, their times
 *   could make them look like the oldest
 */
export async function pruneResults(
  db: PersonDatabase,
  fence: number,
  latest: readonly string[],
): Promise<void> {
  await db.transaction("rw", db.results, db.drainer, async () => {
    const [byTime] = await Promise.all([
      db.results.orderBy("receivedAt").primaryKeys(),
      assertFence(db, fence),
    ]);
    const stored = new Set(byTime);
    const last = latest.filter((id) => stored.has(id));
    const isLast = new Set(last);
    const inOrder = [...byTime.filter((id) => !isLast.has(id)), ...last];
    await db.results.bulkDelete(inOrder.slice(0, -RESULTS_KEPT));
  });
}

/** Deletes the oldest arrived photos beyond `PHOTOS_KEPT`. @throws Fenced */
export async function pruneArrivedPhotos(db: PersonDatabase, fence: number): Promise<void> {
  await db.transaction("rw", db.photos, db.outbox, db.drainer, async () => {
    const [photos, items] = await Promise.all([
      db.photos.orderBy("capturedAt").primaryKeys(),
      db.outbox.toCollection().primaryKeys(),
      assertFence(db, fence),
    ]);
    const waiting = new Set(items);
    const arrived = photos.filter((id) => !waiting.has(id));
    await db.photos.bulkDelete(arrived.slice(0, -PHOTOS_KEPT));
  });
}

/**
 * Starts due items. Other items take the place of rows that this version can't read.
 * @param picked the due rows, if they were read before
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

/** Marks the readable rows as being sent, and holds the others for their person. */
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
    // The server may have it from now on, so it can't be undone any more.
    const sending = { ...attempt, state: "sending" as const, tried: true };
    items.push({ ...item, ...sending });
    started.push({ ...row, ...sending });
  }
  if (started.length > 0) await db.outbox.bulkPut(started);
  for (const row of unreadable) await holdUnreadable(db, row);
  return items;
}

/** Removes the items from the queue, and makes the next item of each lane due. */
async function leaveQueue(
  db: PersonDatabase,
  left: readonly Pick<ArrivedItem, "item">[],
): Promise<void> {
  await db.outbox.bulkDelete(left.map(({ item }) => item.id));
  const shared = left.filter(({ item }) => !isAlone(item));
  const lanes = new Set(shared.map(({ item }) => item.lane));
  await Promise.all([...lanes].map((lane) => promoteNextOfLane(db, { lane })));
}
