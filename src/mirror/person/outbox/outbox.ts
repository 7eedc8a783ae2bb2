import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../person-database.ts";
import { stepsForRetry } from "../recordings/nothing-said.ts";
import { deleteRecording } from "../recordings/recordings.ts";
import { forgetSentAgain } from "../recordings/send-again.ts";
import { LAST_ID, laneIsTaken, promoteNextOfLane } from "./lanes.ts";

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

/**
 * When there is something to do for a drainer (epoch ms, 0 = now), without the skipped; null when there
 * is nothing. What is in flight counts too: whoever sends it may be dead by then.
 */
export async function earliestDue(
  db: PersonDatabase,
  skip: (item: QueueItem) => boolean = () => false,
): Promise<number | null> {
  const byTime = db.outbox.orderBy("[due+size+id]");
  const [inFlight, first] = await Promise.all([
    db.outbox.where("state").equals("sending").count(),
    byTime.filter((item) => !skip(item)).first(),
  ]);
  return inFlight > 0 ? 0 : (first?.due ?? null);
}

/** Makes what waits for a time ready now, without the skipped. */
export async function makeDueNow(
  db: PersonDatabase,
  skip: (item: QueueItem) => boolean = () => false,
): Promise<void> {
  await db.outbox
    .where("[due+size+id]")
    .above([0, Number.MAX_SAFE_INTEGER])
    .filter((item) => !skip(item))
    .modify({ due: 0 });
}

/** The person is signed in again: what waited for that is queued. */
export async function releaseSignIn(db: PersonDatabase): Promise<void> {
  await db.outbox
    .where("state")
    .equals("needs-sign-in")
    .modify({ state: "queued", due: 0, reason: null });
}

/**
 * A person asked to try an item again, with a fresh count: at once, or as the next of its lane while
 * another is on its way.
 */
export async function retryItem(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    const item = await db.outbox.get(id);
    if (item === undefined || item.state === "sending") return;
    const due = (await laneIsTaken(db, item)) ? null : 0;
    const steps = stepsForRetry(item);
    await db.outbox.put({ ...item, state: "queued", attempts: 0, due, reason: null, steps });
  });
}

/** A person discarded an item: it and its bytes are gone for good. */
export async function discardItem(db: PersonDatabase, id: string): Promise<void> {
  await discardIf(db, id, () => true);
}

/** Discards an item, unless it is being sent. @returns whether it is gone now by this */
export function discardIdleItem(db: PersonDatabase, id: string): Promise<boolean> {
  return discardIf(db, id, (item) => item.state !== "sending");
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

/** Every item that waits, oldest first. It is not all that is unsent: see `unsent.ts`. */
export function waitingItems(db: PersonDatabase): Promise<QueueItem[]> {
  return db.outbox.orderBy("id").toArray();
}

/** How many items wait to be sent, whatever their state. It is not all that is unsent, likewise. */
export function countWaiting(db: PersonDatabase): Promise<number> {
  return db.outbox.count();
}

/** How many items wait, and the newest of them; empty when there is none. */
export interface Waiting {
  count: number;
  newest: string;
}

/** What waits, whatever its state, without reading it. */
export async function readWaiting(db: PersonDatabase): Promise<Waiting> {
  return db.transaction("r", db.outbox, async () => {
    const [count, newest] = await Promise.all([
      db.outbox.count(),
      db.outbox.orderBy("id").reverse().limit(1).primaryKeys(),
    ]);
    return { count, newest: newest[0] ?? "" };
  });
}

async function discardIf(
  db: PersonDatabase,
  id: string,
  wanted: (item: QueueItem) => boolean,
): Promise<boolean> {
  const tables = [db.outbox, db.recordings, db.recordingChunks, db.photos, db.keptAudio];
  return db.transaction("rw", tables, async () => {
    const item = await db.outbox.get(id);
    if (item === undefined || !wanted(item)) return false;
    await db.outbox.delete(id);
    await deleteRecording(db, id);
    await db.photos.delete(id);
    await forgetSentAgain(db, id);
    await promoteNextOfLane(db, item.lane);
    return true;
  });
}
