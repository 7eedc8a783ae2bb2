import { changeValues, type DeviceValues } from "../mirror/device/device-database.ts";
import { loadPatiently } from "../platform/lazy-chunks.ts";
import { withinTime } from "../platform/within-time.ts";

/**
 * The key of the ids of people whose data is being removed from this device, separated by spaces.
 * It lets a start finish a removal that a kill interrupted.
 */
const REMOVING = "removing";

/** How long to wait for other tabs to close the databases (ms). */
const PATIENCE_MS = 10_000;

/** The ids of people whose data is to be removed. */
const personsToRemove = (values: DeviceValues): string[] => values.get(REMOVING)?.split(" ") ?? [];

/** Notes that a person's data is to be removed, in the transaction that signs them out. */
export function noteRemoval(personId: string, values: DeviceValues): void {
  const others = personsToRemove(values).filter((id) => id !== personId);
  values.set(REMOVING, [...others, personId].join(" "));
}

/**
 * Cancels the removal of a person who signs in again while another tab still blocks it: data that
 * they make from now on must stay.
 */
export function cancelRemoval(personId: string, values: DeviceValues): void {
  const others = personsToRemove(values).filter((id) => id !== personId);
  if (others.length > 0) values.set(REMOVING, others.join(" "));
  else values.delete(REMOVING);
}

/**
 * Finishes the removals that were begun, if there are any.
 * @returns `held`: another tab does not close its database; the removal continues when it does, or
 *   at the next start
 */
export async function finishRemoval(): Promise<"removed" | "held"> {
  const removals = (await changeValues(personsToRemove)).map(removeData);
  const removed = Promise.all(removals).then(() => "removed" as const);
  return withinTime(PATIENCE_MS, removed, "held" as const);
}

async function removeData(personId: string): Promise<void> {
  // Loaded on demand, because few sign-ins have anything to remove.
  const load = () => import("../mirror/device/forget-person.ts");
  const { forgetPersonNotes, forgetPerson } = await loadPatiently(load);
  await forgetPerson(personId);
  await changeValues((values) => {
    // They have signed in again while another tab blocked the removal: the notes about them are
    // new.
    if (!personsToRemove(values).includes(personId)) return;
    forgetPersonNotes(personId, values);
    cancelRemoval(personId, values);
  });
}
