import { deviceDatabase } from "./device-database.ts";
import { PersonDatabase } from "./person-database.ts";

/**
 * Deletes everything of one person on this device: their database, their caches, and what the device
 * notes of them. All of it is named after them, at the end of its name.
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
  await deviceDatabase.values.filter(({ key }) => key.endsWith(personId)).delete();
}
