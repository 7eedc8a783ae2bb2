import type { QuestionAgent } from "@contracts/question.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../person-database.ts";

// One item of a lane is on its way at a time: being sent, due, or waiting for a time or a sign-in.
// Those behind it are queued with no time of their own (`due` null) until it is gone or held for
// attention.

/** Sorts after every id. */
export const LAST_ID = "\uffff";

/** The lane that keeps a conversation's questions in their order. */
export function laneOfQuestions(agent: QuestionAgent, conversation: string): string {
  return `${agent}:${conversation}`;
}

/** Queues an item behind those of its lane; one that none goes before keeps its own time. */
export async function addItem(db: PersonDatabase, item: QueueItem): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    const others = await itemsOfLane(db, item.lane);
    const place = placeOf(others.at(-1)) + 1;
    await db.outbox.add({ ...item, place, due: others.some(isActive) ? null : item.due });
  });
}

/**
 * The oldest sendable item of a lane becomes due, unless one of the lane goes first. Inside the
 * caller's transaction.
 */
export async function promoteNextOfLane(db: PersonDatabase, lane: string): Promise<void> {
  const items = await itemsOfLane(db, lane);
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
  const items = await itemsOfLane(db, lane);
  return items.some((other) => other.id !== id && isActive(other));
}

/** Everything in a lane, in the order it was queued. Ids do not tell it: the device's clock may be set back. */
export async function itemsOfLane(db: PersonDatabase, lane: string): Promise<QueueItem[]> {
  const byId = await db.outbox.where("[lane+id]").between([lane, ""], [lane, LAST_ID]).toArray();
  return byId.sort((a, b) => placeOf(a) - placeOf(b));
}

function placeOf(item: QueueItem | undefined): number {
  return item?.place ?? 0;
}

function isActive({ state, due }: QueueItem): boolean {
  return state !== "needs-attention" && (state !== "queued" || due !== null);
}
