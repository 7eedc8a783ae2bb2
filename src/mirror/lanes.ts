import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "./person-database.ts";

// One item of a lane is on its way at a time: being sent, due, or waiting for a time or a sign-in.
// Those behind it are queued with no time of their own (`due` null) until it is gone or held for
// attention.

/** Sorts after every id. */
export const LAST_ID = "\uffff";

/** Queues an item behind those of its lane. */
export async function addItem(db: PersonDatabase, item: QueueItem): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    await db.outbox.add({ ...item, due: (await laneIsTaken(db, item)) ? null : 0 });
  });
}

/**
 * The oldest sendable item of a lane becomes due, unless one of the lane goes first. Inside the
 * caller's transaction.
 */
export async function promoteNextOfLane(db: PersonDatabase, lane: string): Promise<void> {
  const items = await itemsOfLane(db, lane).toArray();
  if (items.some(isActive)) return;
  const next = items.find((item) => item.state === "queued");
  if (next !== undefined) await db.outbox.update(next.id, { due: 0 });
}

/**
 * Whether another item of the lane goes first: it is being sent, is due, or waits for a time or a
 * sign-in. Inside the caller's transaction.
 */
export async function laneIsTaken(
  db: PersonDatabase,
  { id, lane }: Pick<QueueItem, "id" | "lane">,
): Promise<boolean> {
  const first = await itemsOfLane(db, lane)
    .filter((other) => other.id !== id && isActive(other))
    .first();
  return first !== undefined;
}

/** Everything in a lane, oldest first. */
export function itemsOfLane(db: PersonDatabase, lane: string) {
  return db.outbox.where("[lane+id]").between([lane, ""], [lane, LAST_ID]);
}

function isActive({ state, due }: QueueItem): boolean {
  return state !== "needs-attention" && (state !== "queued" || due !== null);
}
