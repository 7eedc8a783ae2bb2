import type { PersonDatabase } from "../person-database.ts";
import { LAST_ID } from "./lanes.ts";
import type { StoredItem } from "./stored-item.ts";

/**
 * The rows that may be sent now, in sending order, at most `limit`, without the skipped ones.
 * @param skip null: none, which is read in one request
 */
export async function pickDue(
  db: PersonDatabase,
  now: number,
  limit: number,
  skip: ((row: StoredItem) => boolean) | null,
): Promise<StoredItem[]> {
  if (limit <= 0) return [];
  const due = db.outbox
    .where("[due+size+id]")
    .between([0, 0, ""], [now, Number.MAX_SAFE_INTEGER, LAST_ID]);
  const wanted = skip === null ? due : due.filter((row) => !skip(row));
  return wanted.limit(limit).toArray();
}

/**
 * When a drainer has something to do (epoch ms, 0 = now), without the skipped rows; null when it
 * has nothing. Items in flight count too, because their drainer may die.
 */
export async function earliestDue(
  db: PersonDatabase,
  skip: (row: StoredItem) => boolean = () => false,
): Promise<number | null> {
  const byTime = db.outbox.orderBy("[due+size+id]");
  const [inFlight, first] = await Promise.all([
    db.outbox.where("state").equals("sending").count(),
    byTime.filter((row) => !skip(row)).first(),
  ]);
  if (first === undefined) return inFlight > 0 ? 0 : null;
  return inFlight === 0 && typeof first.due === "number" ? first.due : 0;
}

/** Makes waiting rows due now, except the skipped ones. */
export const makeDueNow = (db: PersonDatabase, skip: (row: StoredItem) => boolean = () => false) =>
  db.outbox
    .where("[due+size+id]")
    .above([0, Number.MAX_SAFE_INTEGER])
    .filter((row) => !skip(row))
    .modify({ due: 0 });

/**
 * Makes the waiting rows due now, except the skipped ones, and queues the items that waited for a
 * sign-in: the person is signed in again.
 */
export async function releaseWaiting(
  db: PersonDatabase,
  skip: ((row: StoredItem) => boolean) | undefined,
): Promise<void> {
  await db.transaction("rw", db.outbox, async () => {
    await Promise.all([releaseSignIn(db), makeDueNow(db, skip)]);
  });
}

async function releaseSignIn(db: PersonDatabase): Promise<void> {
  await db.outbox
    .where("state")
    .equals("needs-sign-in")
    .modify({ state: "queued", due: 0, reason: null });
}
