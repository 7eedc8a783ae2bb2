import type { ItemReason } from "@contracts/item-state.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../person-database.ts";
import { promoteNextOfLane } from "./lanes.ts";
import { parseItem } from "./read-item.ts";
import { type StoredItem, UNREADABLE } from "./stored-item.ts";

/**
 * Identifies the attempt and the term of a write. A write by an attempt that was given up, or by a
 * drainer that was replaced, changes nothing.
 */
export interface AttemptToken {
  id: string;
  fence: number;
  attempt: number;
}

/**
 * Starts a term as the drainer, and revives what the one before left in flight, in one transaction.
 * @param now epoch ms
 * @param farthest see `reviveInterrupted`
 * @returns the fence that every write of this term must present
 */
export function beginTerm(db: PersonDatabase, now: number, farthest: number): Promise<number> {
  return db.transaction("rw", db.outbox, db.drainer, async () => {
    const fence = await takeFence(db, now);
    await reviveInterrupted(db, fence, farthest);
    return fence;
  });
}

/**
 * Returns to the queue the items that a dead drainer left in flight, and the items that are due
 * later than `farthest` (epoch ms): the device's clock was set back meanwhile.
 * @throws Fenced
 */
export async function reviveInterrupted(
  db: PersonDatabase,
  fence: number,
  farthest: number,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await assertFence(db, fence);
    const inFlight = await db.outbox.where("state").equals("sending").toArray();
    for (const row of inFlight) {
      if (parseItem(row) !== null) await db.outbox.put({ ...row, state: "queued", due: 0 });
      else await holdUnreadable(db, row);
    }
    await db.outbox
      .where("[due+size+id]")
      .above([farthest, Number.MAX_SAFE_INTEGER])
      .modify({ due: 0 });
  });
}

/**
 * Holds a row that this version can't read until its person acts; the next item of its lane becomes
 * due. Inside the caller's transaction.
 */
export async function holdUnreadable(db: PersonDatabase, row: StoredItem): Promise<void> {
  await db.outbox.put({ ...row, state: "needs-attention", due: null, reason: UNREADABLE });
  await promoteNextOfLane(db, row);
}

/** Stores the replies of finished steps, so that the steps are not repeated. @throws Fenced */
export async function recordSteps(
  db: PersonDatabase,
  token: AttemptToken,
  replies: Readonly<Record<string, unknown>>,
): Promise<void> {
  await changeAttempt(db, token, ({ steps }) => ({ steps: { ...steps, ...replies } }));
}

/** Schedules another attempt of an item at `due` (epoch ms). @throws Fenced */
export async function postpone(
  db: PersonDatabase,
  token: AttemptToken,
  due: number,
  reason: ItemReason,
): Promise<void> {
  await changeAttempt(db, token, () => ({ state: "waiting", due, reason }));
}

/**
 * Returns an item to the queue because the backend could not be reached at all; the attempt does not
 * count. @throws Fenced
 */
export async function giveBack(db: PersonDatabase, token: AttemptToken): Promise<void> {
  await changeAttempt(db, token, ({ attempts }) => {
    return { state: "queued", attempts: Math.max(0, attempts - 1), due: 0 };
  });
}

/**
 * Holds an item until its person has signed in again; the attempt does not count. @throws Fenced
 */
export async function holdForSignIn(
  db: PersonDatabase,
  token: AttemptToken,
  reason: ItemReason,
): Promise<void> {
  await changeAttempt(db, token, (item) => {
    const attempts = Math.max(0, item.attempts - 1);
    return { state: "needs-sign-in", attempts, due: null, reason };
  });
}

/** Holds an item until its person acts; the next item of its lane becomes due. @throws Fenced */
export async function holdForAttention(
  db: PersonDatabase,
  token: AttemptToken,
  reason: ItemReason,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    await changeAttempt(db, token, () => ({ state: "needs-attention", due: null, reason }));
    const held = await db.outbox.get(token.id);
    if (held?.state === "needs-attention") await promoteNextOfLane(db, held);
  });
}

/** Changes an item if this attempt is still the current one. @throws Fenced */
async function changeAttempt(
  db: PersonDatabase,
  token: AttemptToken,
  change: (item: QueueItem) => Partial<QueueItem>,
): Promise<void> {
  await db.transaction("rw", db.outbox, db.drainer, async () => {
    const [row] = await Promise.all([db.outbox.get(token.id), assertFence(db, token.fence)]);
    const item = itemUnderWay(row, token.attempt);
    // Writes the row, not the parsed item, because a newer version may store more fields in it.
    if (item !== null) await db.outbox.put({ ...row, id: token.id, ...change(item) });
  });
}

/** The item in a row, if that attempt is sending it; otherwise null. */
export const itemUnderWay = (row: StoredItem | undefined, attempt: number): QueueItem | null =>
  row?.state === "sending" && row.attempts === attempt ? parseItem(row) : null;

/** Thrown by every write of a drainer that another drainer has replaced: it must stop at once. */
export class Fenced extends Error {
  override readonly name = "Fenced";
  constructor() {
    super("another context drains the queue now");
  }
}

/**
 * Starts a term as the drainer. The first fence is the time, because a database can be deleted and
 * created again while a drainer of the deleted one is frozen: its fence must not be valid again.
 * @param now epoch ms
 * @returns the fence that every write of this term must present
 */
export async function takeFence(db: PersonDatabase, now: number): Promise<number> {
  return db.transaction("rw", db.drainer, async () => {
    const fence = ((await db.drainer.get("drainer"))?.fence ?? now) + 1;
    await db.drainer.put({ name: "drainer", fence, beatAt: now });
    return fence;
  });
}

/** Writes the drainer's heartbeat. @throws Fenced */
export async function writeHeartbeat(
  db: PersonDatabase,
  fence: number,
  now: number,
): Promise<void> {
  await db.transaction("rw", db.drainer, async () => {
    await assertFence(db, fence);
    await db.drainer.update("drainer", { beatAt: now });
  });
}

/** The drainer's last heartbeat, as a string that differs for each heartbeat. */
export async function lastHeartbeat(db: PersonDatabase): Promise<string> {
  const drainer = await db.drainer.get("drainer");
  return `${drainer?.fence} ${drainer?.beatAt}`;
}

/**
 * Checks that the fence still belongs to the caller, inside the caller's transaction. @throws
 * Fenced
 */
export async function assertFence(db: PersonDatabase, fence: number): Promise<void> {
  if ((await db.drainer.get("drainer"))?.fence !== fence) throw new Fenced();
}
