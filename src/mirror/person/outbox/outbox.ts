import type { PersonDatabase } from "../person-database.ts";
import { deleteRecording } from "../recordings/recordings.ts";
import { forgetSentAgain } from "../recordings/send-again.ts";
import { stepsForRetry } from "../recordings/transcribe-again.ts";
import { laneIsTaken, promoteNextOfLane } from "./lanes.ts";
import { parseItem, shownItem, type WaitingItem } from "./read-item.ts";
import type { StoredItem } from "./stored-item.ts";

/**
 * Tries an item again at its person's request, with a new attempt count: at once, or as the next of
 * its lane while another item is active.
 */
export async function retryItem(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    const row = await db.outbox.get(id);
    if (row === undefined || row.state === "sending") return;
    const due = (await laneIsTaken(db, row)) ? null : 0;
    const item = parseItem(row);
    const { told: _, ...kept } = row;
    await db.outbox.put({
      ...kept,
      state: "queued",
      attempts: 0,
      due,
      reason: null,
      ...(item !== null && { steps: stepsForRetry(item) }),
    });
  });
}

/** Discards an item at its person's request: it and its bytes are deleted for good. */
export async function discardItem(db: PersonDatabase, id: string): Promise<void> {
  await discardIf(db, id, () => true);
}

/** Discards an item, unless it is being sent. @returns whether this call deleted it */
export function discardIdleItem(db: PersonDatabase, id: string): Promise<boolean> {
  return discardIf(db, id, (row) => row.state !== "sending");
}

/**
 * Puts another item into the place of one, which is discarded, unless that one is being sent.
 * @returns whether this call did it
 */
export function replaceIdleItem(
  db: PersonDatabase,
  id: string,
  item: StoredItem,
): Promise<boolean> {
  return discardIf(
    db,
    id,
    (row) => row.state !== "sending",
    async ({ lane, place }) => {
      const placed = { ...item, lane, ...(place !== undefined && { place }) };
      const due = (await laneIsTaken(db, placed)) ? null : 0;
      await db.outbox.add({ ...placed, due });
    },
  );
}

/** A waiting item; undefined when it arrived, was discarded or never existed. */
export async function readItem(db: PersonDatabase, id: string): Promise<WaitingItem | undefined> {
  const row = await db.outbox.get(id);
  return row === undefined ? undefined : shownItem(row);
}

/** Every waiting item, oldest first. This is not all unsent work: see `unsent.ts`. */
export async function waitingItems(db: PersonDatabase): Promise<WaitingItem[]> {
  return (await db.outbox.orderBy("id").toArray()).map(shownItem);
}

/**
 * Discards an item with its bytes if its row is wanted.
 * @param replace called in the same transaction, before the next item of the lane becomes due
 * @returns whether this call deleted it
 */
async function discardIf(
  db: PersonDatabase,
  id: string,
  wanted: (row: StoredItem) => boolean,
  replace?: (row: StoredItem) => Promise<unknown>,
): Promise<boolean> {
  const tables = [db.outbox, db.recordings, db.recordingChunks, db.photos, db.keptAudio];
  return db.transaction("rw", tables, async () => {
    const row = await db.outbox.get(id);
    if (row === undefined || !wanted(row)) return false;
    await db.outbox.delete(id);
    await deleteRecording(db, id);
    await db.photos.delete(id);
    await forgetSentAgain(db, id);
    await replace?.(row);
    await promoteNextOfLane(db, row);
    return true;
  });
}
