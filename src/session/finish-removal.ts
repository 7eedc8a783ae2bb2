import { changeValues, type DeviceValues } from "../mirror/device/device-database.ts";
import { loadPatiently } from "../platform/lazy-chunks.ts";

/**
 * Whose data is being removed from this device, so that a start finishes what a kill cut short: ids of
 * persons, separated by spaces.
 */
const REMOVING = "removing";

/** How long other tabs have to let go, in ms. */
const PATIENCE_MS = 10_000;

/** Whose data is to be removed. */
function personsToRemove(values: DeviceValues): string[] {
  return values.get(REMOVING)?.split(" ") ?? [];
}

/** Notes that a person's data is to be removed: in the step that signs them out. */
export function noteRemoval(personId: string, values: DeviceValues): void {
  const others = personsToRemove(values).filter((id) => id !== personId);
  values.set(REMOVING, [...others, personId].join(" "));
}

/**
 * A person is let in again whose removal another tab still held up: what they make from now on is
 * not part of it.
 */
export function cancelRemoval(personId: string, values: DeviceValues): void {
  const others = personsToRemove(values).filter((id) => id !== personId);
  if (others.length > 0) values.set(REMOVING, others.join(" "));
  else values.delete(REMOVING);
}

/**
 * Does the removals that were begun and not finished, if there are any.
 * @returns `held`: another tab does not let go; what is left goes when it does, or at the next start
 */
export async function finishRemoval(): Promise<"removed" | "held"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<"held">((resolve) => {
    timer = setTimeout(() => resolve("held"), PATIENCE_MS);
  });
  const removals = (await changeValues(personsToRemove)).map(finishRemovalOf);
  const result = await Promise.race([
    Promise.all(removals).then(() => "removed" as const),
    patience,
  ]);
  clearTimeout(timer);
  return result;
}

async function finishRemovalOf(personId: string): Promise<void> {
  // Few have anything to remove: no sign-in waits for it.
  const load = () => import("../mirror/device/forget-person.ts");
  const { forgetNotesOf, forgetPerson } = await loadPatiently(load);
  await forgetPerson(personId);
  await changeValues((values) => {
    // They were let in again while another tab held this up: what is noted of them is new.
    if (!personsToRemove(values).includes(personId)) return;
    forgetNotesOf(personId, values);
    cancelRemoval(personId, values);
  });
}
