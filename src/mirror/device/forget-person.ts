import { formerWorkLockName } from "#platform/lock-names.ts";
import type { Ports } from "#platform/ports.ts";
import { PersonDatabase } from "../person/person-database.ts";
import { changeValues, type DeviceValues, deviceDatabase } from "./device-database.ts";
import { withPersonDatabase } from "./seen-people.ts";
import { deleteUnsent, isWithoutUnsentWork } from "./unsent-work.ts";

/**
 * Deletes one person's data from this device: their database, their caches and choices (whose names
 * end with the person's id), and the rows about them in the device's own database. Waits until the other
 * tabs and the worker have closed the database, which they do when they are notified.
 */
export async function forgetPerson(personId: string): Promise<void> {
  const db = new PersonDatabase(personId);
  // No warning needed: every other context closes the database.
  db.on("blocked", () => false);
  await db.delete();
  for (const name of await caches.keys()) {
    if (name.endsWith(personId)) await caches.delete(name);
  }
  forgetChoices(personId);
  await deviceDatabase.people.delete(personId);
  // Only earlier versions of the app read these rows, which name people.
  await deviceDatabase.table("moves").clear();
}

function forgetChoices(personId: string): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.endsWith(personId));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // The browser blocks this storage, and so has stored nothing in it.
  }
}

/** Deletes the device's strings about one person, whose keys end with the person's id. */
export function forgetPersonNotes(personId: string, values: DeviceValues): void {
  for (const key of [...values.keys()]) {
    if (key.endsWith(personId)) values.delete(key);
  }
}

/**
 * Discards unsent work of a deleted account, and the device's other data about the account once
 * none of its work is left.
 * @param personId of the deleted account
 * @param ids the items that the person agreed to lose; items made since then stay
 */
export async function discardFormerWork(
  { locks }: Pick<Ports, "locks">,
  personId: string,
  ids: readonly string[],
): Promise<void> {
  await locks.request(formerWorkLockName(personId), {}, async () => {
    const isEmpty = await withPersonDatabase(personId, async (db) => {
      for (const id of ids) await deleteUnsent(db, id);
      return isWithoutUnsentWork(db, locks);
    });
    if (isEmpty === false) return;
    await forgetPerson(personId);
    await changeValues((values) => forgetPersonNotes(personId, values));
  });
}
