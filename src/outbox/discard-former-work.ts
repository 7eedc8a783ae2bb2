import { changeValues } from "../mirror/device/device-database.ts";
import { forgetNotesOf, forgetPerson } from "../mirror/device/forget-person.ts";
import { withDatabaseOf } from "../mirror/device/seen-people.ts";
import { deleteUnsent, isWithoutUnsentWork } from "../mirror/device/unsent-work.ts";
import { formerWorkLockName } from "../platform/lock-names.ts";
import type { Ports } from "../platform/ports.ts";

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
    const isEmpty = await withDatabaseOf(personId, async (db) => {
      for (const id of ids) await deleteUnsent(db, id);
      return isWithoutUnsentWork(db, locks);
    });
    if (!isEmpty) return;
    await forgetPerson(personId);
    await changeValues((values) => forgetNotesOf(personId, values));
  });
}
