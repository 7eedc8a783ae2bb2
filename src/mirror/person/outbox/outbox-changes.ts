import Dexie, { type ObservabilitySet } from "dexie";
import type { PersonDatabase } from "../person-database.ts";

/**
 * Calls back after every change of the queue, from whichever tab or worker. Reads nothing: a drain
 * makes several changes an item, and a live query would read the queue after each.
 * @returns a function that stops it
 */
export function onOutboxChange(db: PersonDatabase, changed: () => void): () => void {
  // How Dexie names what a transaction changed: `idb://<database>/<table>/<index>`.
  const outbox = `idb://${db.name}/${db.outbox.name}/`;
  function heard(parts: ObservabilitySet): void {
    if (Object.keys(parts).some((part) => part === "all" || part.startsWith(outbox))) changed();
  }
  Dexie.on.storagemutated.subscribe(heard);
  return () => Dexie.on.storagemutated.unsubscribe(heard);
}
