import Dexie, { type ObservabilitySet } from "dexie";
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
export const countWaiting = (db: PersonDatabase) => db.outbox.count();

/**
 * Counts the waiting items in any state, without reading them. `newest` is the id of the newest,
 * empty when there is none.
 */
export async function readWaiting(db: PersonDatabase): Promise<{ count: number; newest: string }> {
  return db.transaction("r", db.outbox, async () => {
    const [count, newest] = await Promise.all([
      db.outbox.count(),
      db.outbox.orderBy("id").reverse().limit(1).primaryKeys(),
    ]);
    return { count, newest: newest[0] ?? "" };
  });
}

/**
 * Calls `changed` after every change of the queue in any tab or worker. Reads nothing: a drain
 * makes several changes per item, and a live query would read the queue after each one.
 * @returns a function that stops it
 */
export function onOutboxChange(db: PersonDatabase, changed: () => void): () => void {
  // Dexie's name for a changed part of a database: `idb://<database>/<table>/<index>`.
  const outbox = `idb://${db.name}/${db.outbox.name}/`;
  function heard(parts: ObservabilitySet): void {
    if (Object.keys(parts).some((part) => part === "all" || part.startsWith(outbox))) changed();
  }
  Dexie.on.storagemutated.subscribe(heard);
  return () => Dexie.on.storagemutated.unsubscribe(heard);
}
