import { deviceDatabase } from "./device-database.ts";
import { PersonDatabase } from "./person-database.ts";

/**
 * Deletes everything of one person on this device: their database, their caches, and what the device
 * notes of them. All of it goes by their id, databases and caches at the end of their names.
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
  const { values, people, moves } = deviceDatabase;
  await deviceDatabase.transaction("rw", values, people, moves, async () => {
    await values.filter(({ key }) => key.endsWith(personId)).delete();
    await people.delete(personId);
    // What was on its way to them stays where it is; they are asked again.
    await moves.filter(({ from, to }) => from === personId || to === personId).delete();
  });
}
