import type { AgentLog } from "@contracts/agent-log.ts";
import type { ItemReason, QueueItem } from "@contracts/queue-item.ts";
import { assertFence } from "./drainer.ts";
import type { PersonDatabase } from "./person-database.ts";
import { deleteRecording } from "./recordings.ts";

/** Full replies kept after arrival, newest first; the history itself is not bounded by this. */
const RESULTS_KEPT = 50;

/** Sorts after every id. */
const LAST_ID = "\uffff";

/**
 * Which attempt of which term is writing. A write by an attempt that was given up, or by a drainer
 * that was replaced, changes nothing.
 */
export interface AttemptToken {
  id: string;
  fence: number;
  attempt: number;
}

/** What waits and may be sent now, in the order it should go, at most `limit`, without the skipped. */
export async function pickDue(
  db: PersonDatabase,
  now: number,
  limit: number,
  skip: (item: QueueItem) => boolean,
): Promise<QueueItem[]> {
  if (limit <= 0) return [];
  return db.outbox
    .where("[due+size+id]")
    .between([0, 0, ""], [now, Number.MAX_SAFE_INTEGER, LAST_ID])
    .filter((item) => !skip(item))
    .limit(limit)
    .toArray();
}

/** When the next item may be sent (epoch ms, 0 = now); null when none may by itself. */
export async function earliestDue(db: PersonDatabase): Promise<number | null> {
  const first = await db.outbox.orderBy("[due+size+id]").first();
  return first?.due ?? null;
}

/** Returns what a drainer that died left in flight to the queue. @throws Fenced */
export async function reviveInterrupted(db: PersonDatabase, fence: number): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await assertFence(db, fence);
    await db.outbox.where("state").equals("sending").modify({ state: "queued", due: 0 });
  });
}

/**
 * Marks an item as being sent, before anything leaves the device.
 * @returns the item with its attempt counted; null when it is gone or not to be sent any more
 * @throws Fenced
 */
export async function startAttempt(
  db: PersonDatabase,
  id: string,
  fence: number,
): Promise<QueueItem | null> {
  return db.transaction("rw", db.outbox, db.drainer, async () => {
    await assertFence(db, fence);
    const item = await db.outbox.get(id);
    if (item === undefined || (item.state !== "queued" && item.state !== "waiting")) return null;
    const started: QueueItem = {
      ...item,
      state: "sending",
      attempts: item.attempts + 1,
      due: null,
    };
    await db.outbox.put(started);
    return started;
  });
}

/** Keeps the reply of a finished step, so that it is not repeated. @throws Fenced */
export async function recordStep(
  db: PersonDatabase,
  token: AttemptToken,
  step: string,
  reply: unknown,
): Promise<void> {
  await changeAttempt(db, token, (item) => {
    item.steps[step] = reply;
  });
}

/** Puts an item back for another attempt at `due` (epoch ms). @throws Fenced */
export async function postpone(
  db: PersonDatabase,
  token: AttemptToken,
  due: number,
  reason: ItemReason,
): Promise<void> {
  await changeAttempt(db, token, (item) => {
    item.state = "waiting";
    item.due = due;
    item.reason = reason;
  });
}

/** Keeps an item until its person has signed in again; the attempt does not count. @throws Fenced */
export async function holdForSignIn(
  db: PersonDatabase,
  token: AttemptToken,
  reason: ItemReason,
): Promise<void> {
  await changeAttempt(db, token, (item) => {
    item.state = "needs-sign-in";
    item.attempts = Math.max(0, item.attempts - 1);
    item.due = null;
    item.reason = reason;
  });
}

/** Keeps an item until its person has looked at it; the next of its lane may go. @throws Fenced */
export async function holdForAttention(
  db: PersonDatabase,
  token: AttemptToken,
  reason: ItemReason,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await changeAttempt(db, token, (item) => {
      item.state = "needs-attention";
      item.due = null;
      item.reason = reason;
    });
    const held = await db.outbox.get(token.id);
    if (held?.state === "needs-attention") await promoteNextOfLane(db, held.lane);
  });
}

/**
 * The item has arrived: stores its reply and its history row and removes it with its bytes, all in
 * one transaction. @throws Fenced
 */
export async function settleDone(
  db: PersonDatabase,
  token: AttemptToken,
  arrived: { reply: unknown; log: AgentLog; now: number },
): Promise<void> {
  const tables = [
    db.outbox,
    db.drainer,
    db.recordings,
    db.recordingChunks,
    db.agentLogs,
    db.results,
  ];
  await db.transaction("rw", tables, async () => {
    await assertFence(db, token.fence);
    const item = await currentAttempt(db, token);
    if (item === undefined) return;
    await db.results.put({ id: item.id, reply: arrived.reply, receivedAt: arrived.now });
    await db.agentLogs.put({ ...arrived.log, mirroredAt: arrived.now });
    await db.outbox.delete(item.id);
    await deleteRecording(db, item.id);
    await promoteNextOfLane(db, item.lane);
    const old = await db.results.orderBy("receivedAt").reverse().offset(RESULTS_KEPT).primaryKeys();
    await db.results.bulkDelete(old);
  });
}

/** Makes everything that waits for a time ready now: the network is back, or a person asked. */
export async function hurryAll(db: PersonDatabase): Promise<void> {
  await db.outbox.where("state").equals("waiting").modify({ due: 0 });
}

/** The person is signed in again: what waited for that is queued. */
export async function releaseSignIn(db: PersonDatabase): Promise<void> {
  await db.outbox
    .where("state")
    .equals("needs-sign-in")
    .modify({ state: "queued", due: 0, reason: null });
}

/** A person asked to try an item again, at once and with a fresh count. */
export async function retryItem(db: PersonDatabase, id: string): Promise<void> {
  await db.outbox
    .where("id")
    .equals(id)
    .modify((item) => {
      if (item.state === "sending") return;
      item.state = "queued";
      item.attempts = 0;
      item.due = 0;
      item.reason = null;
    });
}

/** A person discarded an item: it and its bytes are gone for good. */
export async function discardItem(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.outbox, db.recordings, db.recordingChunks, db.photos, async () => {
    const item = await db.outbox.get(id);
    if (item === undefined) return;
    await db.outbox.delete(id);
    await deleteRecording(db, id);
    await db.photos.delete(id);
    await promoteNextOfLane(db, item.lane);
  });
}

/** An item that waits; undefined when it arrived, was discarded or never was. */
export function readItem(db: PersonDatabase, id: string): Promise<QueueItem | undefined> {
  return db.outbox.get(id);
}

/** Whether anything waits to be tried again for that reason. */
export async function someWaitFor(db: PersonDatabase, reasonCode: string): Promise<boolean> {
  const first = await db.outbox
    .where("state")
    .equals("waiting")
    .filter((item) => item.reason?.code === reasonCode)
    .first();
  return first !== undefined;
}

/** Everything that waits, oldest first. */
export function waitingItems(db: PersonDatabase): Promise<QueueItem[]> {
  return db.outbox.orderBy("id").toArray();
}

/** How many items wait to be sent, whatever their state. */
export function countWaiting(db: PersonDatabase): Promise<number> {
  return db.outbox.count();
}

async function changeAttempt(
  db: PersonDatabase,
  token: AttemptToken,
  change: (item: QueueItem) => void,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await assertFence(db, token.fence);
    const item = await currentAttempt(db, token);
    if (item === undefined) return;
    change(item);
    await db.outbox.put(item);
  });
}

async function currentAttempt(
  db: PersonDatabase,
  token: AttemptToken,
): Promise<QueueItem | undefined> {
  const item = await db.outbox.get(token.id);
  return item?.state === "sending" && item.attempts === token.attempt ? item : undefined;
}

/** The oldest sendable item of a lane becomes due, unless one of the lane already is. */
async function promoteNextOfLane(db: PersonDatabase, lane: string): Promise<void> {
  const next = await db.outbox
    .where("[lane+id]")
    .between([lane, ""], [lane, LAST_ID])
    .filter((item) => item.state !== "needs-attention" && item.state !== "needs-sign-in")
    .first();
  if (next !== undefined && next.state === "queued" && next.due === null) {
    await db.outbox.update(next.id, { due: 0 });
  }
}
