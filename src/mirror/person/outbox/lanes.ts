import type { QuestionAgent } from "@contracts/question.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { StoredItem } from "./stored-item.ts";

// One item of a lane is on its way at a time: being sent, due, or waiting for a time or a sign-in.
// Those behind it are queued with no time of their own (`due` null) until it is gone or held for
// attention.

/** What says in which lane it is. */
type Placed = Pick<StoredItem, "lane">;

/** Sorts after every id. */
export const LAST_ID = "\uffff";

/** The lane that keeps a conversation's questions in their order. */
export function laneOfQuestions(agent: QuestionAgent, conversation: string): string {
  return `${agent}:${conversation}`;
}

/** Queues an item behind those of its lane; one that none goes before keeps its own time. */
export async function addItem(db: PersonDatabase, item: StoredItem): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    const others = await rowsOfLane(db, item);
    const place = placeOf(others.at(-1)) + 1;
    await db.outbox.add({ ...item, place, due: others.some(holdsUp) ? null : item.due });
  });
}

/**
 * The oldest sendable item of the lane of this one becomes due, unless one of the lane goes first.
 * Inside the caller's transaction.
 */
export async function promoteNextOfLane(db: PersonDatabase, of: Placed): Promise<void> {
  const rows = await rowsOfLane(db, of);
  if (rows.some(holdsUp)) return;
  const next = rows.find((row) => row.state === "queued" && isSendable(row));
  if (next !== undefined) await db.outbox.update(next.id, { due: 0 });
}

/**
 * Whether another item of the lane goes first: it is being sent, is due, or waits for a time or a
 * sign-in. Inside the caller's transaction.
 */
export async function laneIsTaken(db: PersonDatabase, row: StoredItem): Promise<boolean> {
  const rows = await rowsOfLane(db, row);
  return rows.some((other) => other.id !== row.id && holdsUp(other));
}

/**
 * Everything in a lane in the order it was queued; nothing of a row that does not say its lane. Ids do
 * not tell the order: the device's clock may be set back.
 */
export async function rowsOfLane(db: PersonDatabase, { lane }: Placed): Promise<StoredItem[]> {
  if (typeof lane !== "string") return [];
  const byId = await db.outbox.where("[lane+id]").between([lane, ""], [lane, LAST_ID]).toArray();
  return byId.sort((a, b) => placeOf(a) - placeOf(b));
}

/** Where in its lane a row is; one that does not say so goes first. */
export function placeOf(row: StoredItem | undefined): number {
  return typeof row?.place === "number" ? row.place : 0;
}

/** Whether a row keeps the others of its lane waiting. */
function holdsUp(row: StoredItem): boolean {
  const { state, due } = row;
  if (state === "sending") return true;
  return isSendable(row) && (state === "needs-sign-in" || typeof due === "number");
}

/** Whether a drainer finds a row once it is due: what has no size is not in the index that it looks in. */
function isSendable({ size }: StoredItem): boolean {
  return typeof size === "number";
}
