import type { PersonDatabase } from "../person-database.ts";
import { readState } from "./stored-item.ts";

/** Whether any item waits for another attempt for this reason. */
export async function someWaitFor(db: PersonDatabase, reasonCode: string): Promise<boolean> {
  const first = await db.outbox
    .where("state")
    .equals("waiting")
    .filter((row) => readState(row).reason?.code === reasonCode)
    .first();
  return first !== undefined;
}

/** The number of waiting items in any state. This is not all unsent work: see `unsent.ts`. */
export function countWaiting(db: PersonDatabase): Promise<number> {
  return db.outbox.count();
}

/** The number of waiting items, and the id of the newest, empty when there is none. */
export interface Waiting {
  count: number;
  newest: string;
}

/** Counts the waiting items in any state, without reading them. */
export async function readWaiting(db: PersonDatabase): Promise<Waiting> {
  return db.transaction("r", db.outbox, async () => {
    const [count, newest] = await Promise.all([
      db.outbox.count(),
      db.outbox.orderBy("id").reverse().limit(1).primaryKeys(),
    ]);
    return { count, newest: newest[0] ?? "" };
  });
}
