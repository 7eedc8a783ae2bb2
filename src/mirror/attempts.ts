import type { AgentLog } from "@contracts/agent-log.ts";
import type { ItemReason, QueueItem } from "@contracts/queue-item.ts";
import { assertFence } from "./drainer.ts";
import { promoteNextOfLane } from "./lanes.ts";
import type { MirroredMessage, PersonDatabase } from "./person-database.ts";
import { pruneArrivedPhotos } from "./photos.ts";
import { deleteRecording } from "./recordings.ts";

/** Full replies kept after arrival, newest first; the history itself is not bounded by this. */
const RESULTS_KEPT = 50;

/**
 * Which attempt of which term is writing. A write by an attempt that was given up, or by a drainer
 * that was replaced, changes nothing.
 */
export interface AttemptToken {
  id: string;
  fence: number;
  attempt: number;
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
 * The item has arrived: stores its reply, its history row and what was said, and removes it with its
 * bytes, all in one transaction. @throws Fenced
 */
export async function settleDone(
  db: PersonDatabase,
  token: AttemptToken,
  arrived: { reply: unknown; log: AgentLog; messages: MirroredMessage[]; now: number },
): Promise<void> {
  const tables = [
    db.outbox,
    db.drainer,
    db.recordings,
    db.recordingChunks,
    db.agentLogs,
    db.results,
    db.messages,
    db.photos,
  ];
  await db.transaction("rw", tables, async () => {
    await assertFence(db, token.fence);
    const item = await currentAttempt(db, token);
    if (item === undefined) return;
    await db.results.put({ id: item.id, reply: arrived.reply, receivedAt: arrived.now });
    await db.agentLogs.put({ ...arrived.log, mirroredAt: arrived.now });
    await db.messages.bulkPut(arrived.messages);
    await db.outbox.delete(item.id);
    await deleteRecording(db, item.id);
    // The photo itself stays, for the history.
    if (item.payload.kind === "photo") await pruneArrivedPhotos(db);
    await promoteNextOfLane(db, item.lane);
    const old = await db.results.orderBy("receivedAt").reverse().offset(RESULTS_KEPT).primaryKeys();
    await db.results.bulkDelete(old);
  });
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
