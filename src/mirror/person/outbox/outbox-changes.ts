import Dexie, { type ObservabilitySet } from "dexie";
import type { PersonDatabase } from "../person-database.ts";

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
