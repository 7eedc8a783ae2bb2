import type { QueueItem } from "@contracts/queue-item.ts";
import { AI_FAILED, INTERNAL } from "@contracts/refusal-code.ts";
import type { PersonDatabase } from "../person-database.ts";
import { deleteRecording } from "../recordings/recordings.ts";
import { laneIsTaken, promoteNextOfLane } from "./lanes.ts";
import { stepsForRetry } from "./question-ids.ts";
import { parseItem, shownItem } from "./read-item.ts";
import { readState, type StoredItem } from "./stored-item.ts";

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
export const discardIdleItem = (db: PersonDatabase, id: string) => discardIf(db, id, isIdle);

/**
 * Puts another item into the place of one, which is discarded, unless that one is being sent.
 * @returns whether this call did it
 */
export function replaceIdleItem(
  db: PersonDatabase,
  id: string,
  item: StoredItem,
): Promise<boolean> {
  return discardIf(db, id, isIdle, async ({ lane, place }) => {
    const placed = { ...item, lane, ...(place !== undefined && { place }) };
    const due = (await laneIsTaken(db, placed)) ? null : 0;
    await db.outbox.add({ ...placed, due });
  });
}

const isIdle = ({ state }: StoredItem) => state !== "sending";

/** Every waiting item, oldest first. This is not all unsent work: see `unsent.ts`. */
export const waitingItems = async (db: PersonDatabase) =>
  (await db.outbox.orderBy("id").toArray()).map(shownItem);

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
    // The note that an entry was sent again with this item.
    await db.keptAudio.where("sentAgainAs").equals(id).delete();
    await replace?.(row);
    await promoteNextOfLane(db, row);
    return true;
  });
}

/** Failures of an attempt that are reported although the item is tried again by itself. */
const REPORTED_WHILE_WAITING: ReadonlySet<string> = new Set([AI_FAILED, INTERNAL]);

/**
 * The items that were refused, or failed at the AI provider or in the server, and whose person was
 * not informed yet. They count as reported from now on, in every tab and after a restart: an item
 * that fails again is not returned again, unless its person asked for another attempt or it is now
 * refused.
 */
export async function takeUnreportedFailures(db: PersonDatabase): Promise<QueueItem[]> {
  const failed = () =>
    db.outbox.where("state").anyOf("waiting", "needs-attention").filter(isUnreported);
  // Mostly there is none, and a transaction that writes would hold up the sending.
  if ((await failed().limit(1).count()) === 0) return [];
  return db.transaction("rw", db.outbox, async () => {
    const rows = await failed().toArray();
    await db.outbox.bulkPut(rows.map((row) => ({ ...row, told: row.state })));
    return rows.flatMap((row) => parseItem(row) ?? []);
  });
}

function isUnreported(row: StoredItem): boolean {
  const { state, reason } = readState(row);
  if (row.told === state) return false;
  return state === "needs-attention" || REPORTED_WHILE_WAITING.has(reason?.code ?? "");
}
