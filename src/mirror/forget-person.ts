import type { DeviceValues } from "./device-database.ts";
import { PersonDatabase } from "./person-database.ts";

/**
 * Deletes what one person made and saw on this device: their database and their caches, which are
 * named after them, at the end of the name.
 * Waits until the other tabs and the worker have let go of the database, as they do when told.
 */
export async function forgetPerson(personId: string): Promise<void> {
  const db = new PersonDatabase(personId);
  // Nothing to warn of: whoever has it open lets go.
  db.on("blocked", () => false);
  await db.delete();
  for (const name of await caches.keys()) {
    if (name.endsWith(personId)) await caches.delete(name);
  }
}

/** Deletes what the device notes of one person, under keys that end with their id. */
export function forgetNotesOf(personId: string, values: DeviceValues): void {
  for (const key of [...values.keys()]) {
    if (key.endsWith(personId)) values.delete(key);
  }
}
