import type { QuestionAgent } from "@contracts/question.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { StoredItem } from "./stored-item.ts";

// Only one item of a lane is active at a time: being sent, due, or waiting for a time or a sign-in.
// The items behind it are queued without a due time (`due` null) until it is gone or held for
// attention.

/** The part of a row that names its lane. */
type Placed = Pick<StoredItem, "lane">;

/** Whether the lane is of this item alone, as those of voice notes and photos are. */
export const isAlone = ({ id, lane }: StoredItem) =>
  typeof lane === "string" && lane.endsWith(`:${id}`);

/** Sorts after every id. */
export const LAST_ID = "\uffff";

/** The state of a new item, which may be sent at once. */
export const UNTRIED = {
  state: "queued" as const,
  attempts: 0,
  due: 0,
  reason: null,
  steps: {},
};

/** The lane that keeps a conversation's questions in their order. */
export const laneOfQuestions = (agent: QuestionAgent, conversation: string) =>
  `${agent}:${conversation}`;

/** The lane that keeps the ratings of one answer in their order. */
export const laneOfRatings = (messageId: string) => `feedback:${messageId}`;

/** The lane that keeps the changes of one entry in their order. */
export const laneOfChanges = (entryId: string) => `entry:${entryId}`;

/**
 * Queues an item at the end of its lane. It keeps its own due time only if no item goes before it.
 */
export async function addItem(db: PersonDatabase, item: StoredItem): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    // Both at once, because each is a round trip to the browser's database process, and usually
    // nothing else of the lane waits.
    const [rows] = await Promise.all([
      isAlone(item) ? [] : rowsOfLane(db, item),
      db.outbox.add({ ...item, place: 1 }),
    ]);
    const others = rows.filter(({ id }) => id !== item.id);
    if (others.length === 0) return;
    const place = lanePlace(others.at(-1)) + 1;
    await db.outbox.put({ ...item, place, due: others.some(holdsUp) ? null : item.due });
  });
}

/**
 * Makes the oldest sendable item of the lane due, unless another item of the lane goes first.
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
 * The rows of a lane in the order they were queued; none if `lane` is not a string. Not sorted by
 * id, because ids depend on the device's clock, which may be set back.
 */
export async function rowsOfLane(db: PersonDatabase, { lane }: Placed): Promise<StoredItem[]> {
  if (typeof lane !== "string") return [];
  const byId = await db.outbox.where("[lane+id]").between([lane, ""], [lane, LAST_ID]).toArray();
  return byId.sort((a, b) => lanePlace(a) - lanePlace(b));
}

/** A row's place in its lane; a row without a place goes first. */
const lanePlace = (row: StoredItem | undefined) => (typeof row?.place === "number" ? row.place : 0);

/** Whether a row makes the other rows of its lane wait. */
function holdsUp(row: StoredItem): boolean {
  const { state, due } = row;
  if (state === "sending") return true;
  return isSendable(row) && (state === "needs-sign-in" || typeof due === "number");
}

/**
 * Whether a drainer finds the row when it is due: rows without a size are missing from the index
 * that it reads.
 */
const isSendable = ({ size }: StoredItem) => typeof size === "number";
