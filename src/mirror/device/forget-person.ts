import { PersonDatabase } from "../person/person-database.ts";
import { type DeviceValues, deviceDatabase } from "./device-database.ts";

/**
 * Deletes what one person made and saw on this device: their database and their caches, which are
 * named after them, at the end of the name, and the rows about them in the device's own database.
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
  const { people, moves } = deviceDatabase;
  await deviceDatabase.transaction("rw", people, moves, async () => {
    await people.delete(personId);
    // What was on its way to them stays where it is; they are asked again.
    await moves.filter(({ from, to }) => from === personId || to === personId).delete();
  });
}

/** Deletes what the device notes of one person, under keys that end with their id. */
export function forgetNotesOf(personId: string, values: DeviceValues): void {
  for (const key of [...values.keys()]) {
    if (key.endsWith(personId)) values.delete(key);
  }
}
