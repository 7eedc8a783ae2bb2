import type { AgentLog } from "@contracts/agent-log.ts";
import type { ItemReason, QueueItem } from "@contracts/queue-item.ts";
import { assertFence } from "./drainer.ts";
import { promoteNextOfLane } from "./lanes.ts";
import { pickDue } from "./outbox.ts";
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

/**
 * Returns what a drainer that died left in flight to the queue, and what waits for a time behind
 * `farthest` (epoch ms): the device's clock was set back meanwhile. @throws Fenced
 */
export async function reviveInterrupted(
  db: PersonDatabase,
  fence: number,
  farthest: number,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await assertFence(db, fence);
    await db.outbox.where("state").equals("sending").modify({ state: "queued", due: 0 });
    await db.outbox
      .where("[due+size+id]")
      .above([farthest, Number.MAX_SAFE_INTEGER])
      .modify({ due: 0 });
  });
}

/**
 * Marks what is due as being sent, before anything leaves the device: at most `limit`, in the order
 * it should go, without the skipped.
 * @returns the items with their attempts counted
 * @throws Fenced
 */
export async function startDue(
  db: PersonDatabase,
  fence: number,
  now: number,
  limit: number,
  skip: (item: QueueItem) => boolean,
): Promise<QueueItem[]> {
  if (limit <= 0) return [];
  return db.transaction("rw", db.outbox, db.drainer, async () => {
    const [due] = await Promise.all([pickDue(db, now, limit, skip), assertFence(db, fence)]);
    const started = due.map((item): QueueItem => {
      return { ...item, state: "sending", attempts: item.attempts + 1, due: null };
    });
    if (started.length > 0) await db.outbox.bulkPut(started);
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
    const [item, kept] = await Promise.all([
      currentAttempt(db, token),
      // Without the new one: by a clock that was set back, it can look like the oldest.
      db.results.orderBy("receivedAt").primaryKeys(),
    ]);
    if (item === undefined) return;
    const { messages, now } = arrived;
    const old = kept.slice(0, 1 - RESULTS_KEPT);
    // Side by side: each of them is a way to the browser's database process and back.
    await Promise.all([
      leaveLane(db, item),
      deleteRecording(db, item.id),
      old.length > 0 && db.results.bulkDelete(old),
      db.results.put({ id: item.id, reply: arrived.reply, receivedAt: now }),
      db.agentLogs.put({ ...arrived.log, mirroredAt: now }),
      messages.length > 0 && db.messages.bulkPut(messages),
    ]);
  });
}

/** The item is gone from the queue, and what it held up may go. A photo stays, for the history. */
async function leaveLane(db: PersonDatabase, { id, lane, payload }: QueueItem): Promise<void> {
  await db.outbox.delete(id);
  await promoteNextOfLane(db, lane);
  if (payload.kind === "photo") await pruneArrivedPhotos(db);
}

async function changeAttempt(
  db: PersonDatabase,
  token: AttemptToken,
  change: (item: QueueItem) => void,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    const item = await currentAttempt(db, token);
    if (item === undefined) return;
    change(item);
    await db.outbox.put(item);
  });
}

/** The item as this attempt has it; undefined when it is not the attempt's any more. @throws Fenced */
async function currentAttempt(
  db: PersonDatabase,
  token: AttemptToken,
): Promise<QueueItem | undefined> {
  const [item] = await Promise.all([db.outbox.get(token.id), assertFence(db, token.fence)]);
  return item?.state === "sending" && item.attempts === token.attempt ? item : undefined;
}
