import type { PersonDatabase } from "../person-database.ts";
import { stepsForRetry } from "../recordings/nothing-said.ts";
import { deleteRecording } from "../recordings/recordings.ts";
import { forgetSentAgain } from "../recordings/send-again.ts";
import { laneIsTaken, promoteNextOfLane } from "./lanes.ts";
import {
  parseItem,
  reasonCodeOf,
  type StoredItem,
  shownItem,
  type WaitingItem,
} from "./stored-item.ts";

/**
 * A person asked to try an item again, with a fresh count: at once, or as the next of its lane while
 * another is on its way.
 */
export async function retryItem(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(id);
    if (row === undefined || row.state === "sending") return;
    const due = (await laneIsTaken(db, row)) ? null : 0;
    const item = parseItem(row);
    await db.outbox.put({
      ...row,
      state: "queued",
      attempts: 0,
      due,
      reason: null,
      ...(item !== null && { steps: stepsForRetry(item) }),
    });
  });
}

/** A person discarded an item: it and its bytes are gone for good. */
export async function discardItem(db: PersonDatabase, id: string): Promise<void> {
  await discardIf(db, id, () => true);
}

/** Discards an item, unless it is being sent. @returns whether it is gone now by this */
export function discardIdleItem(db: PersonDatabase, id: string): Promise<boolean> {
  return discardIf(db, id, (row) => row.state !== "sending");
}

/** An item that waits; undefined when it arrived, was discarded or never was. */
export async function readItem(db: PersonDatabase, id: string): Promise<WaitingItem | undefined> {
  const row = await db.outbox.get(id);
  return row === undefined ? undefined : shownItem(row);
}

/** Whether anything waits to be tried again for that reason. */
export async function someWaitFor(db: PersonDatabase, reasonCode: string): Promise<boolean> {
  const first = await db.outbox
    .where("state")
    .equals("waiting")
    .filter((row) => reasonCodeOf(row) === reasonCode)
    .first();
  return first !== undefined;
}

/** Every item that waits, oldest first. It is not all that is unsent: see `unsent.ts`. */
export async function waitingItems(db: PersonDatabase): Promise<WaitingItem[]> {
  return (await db.outbox.orderBy("id").toArray()).map(shownItem);
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
  wanted: (row: StoredItem) => boolean,
): Promise<boolean> {
  const tables = [db.outbox, db.recordings, db.recordingChunks, db.photos, db.keptAudio];
  return db.transaction("rw", tables, async () => {
    const row = await db.outbox.get(id);
    if (row === undefined || !wanted(row)) return false;
    await db.outbox.delete(id);
    await deleteRecording(db, id);
    await db.photos.delete(id);
    await forgetSentAgain(db, id);
    await promoteNextOfLane(db, row);
    return true;
  });
}
