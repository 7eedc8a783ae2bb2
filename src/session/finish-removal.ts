import { deviceStore } from "../mirror/device-database.ts";
import { forgetPerson } from "../mirror/forget-person.ts";

/** Whose data is being removed from this device, so that a start finishes what a kill cut short. */
const REMOVING = "removing";

/** How long other tabs have to let go, in ms. */
const PATIENCE_MS = 10_000;

/** Notes that a person's data is to be removed. */
export async function beginRemoval(personId: string): Promise<void> {
  await deviceStore.setItem(REMOVING, personId);
}

/**
 * A person is let in again whose removal another tab still held up: what they make from now on is
 * not part of it.
 */
export async function cancelRemoval(personId: string): Promise<void> {
  if ((await deviceStore.getItem(REMOVING)) === personId) await deviceStore.removeItem(REMOVING);
}

/**
 * Does the removal that was begun and not finished, if there is one.
 * @returns `held`: another tab does not let go; what is left goes when it does, or at the next start
 */
export async function finishRemoval(): Promise<"removed" | "held"> {
  const personId = await deviceStore.getItem(REMOVING);
  if (personId === null) return "removed";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<"held">((resolve) => {
    timer = setTimeout(() => resolve("held"), PATIENCE_MS);
  });
  const removal = forgetPerson(personId).then(async () => {
    await deviceStore.removeItem(REMOVING);
    return "removed" as const;
  });
  const result = await Promise.race([removal, patience]);
  clearTimeout(timer);
  return result;
}
