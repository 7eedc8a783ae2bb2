import type { PersonDatabase } from "../person-database.ts";
import { stateOf } from "./stored-item.ts";

/** Whether anything waits to be tried again for that reason. */
export async function someWaitFor(db: PersonDatabase, reasonCode: string): Promise<boolean> {
  const first = await db.outbox
    .where("state")
    .equals("waiting")
    .filter((row) => stateOf(row).reason?.code === reasonCode)
    .first();
  return first !== undefined;
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
