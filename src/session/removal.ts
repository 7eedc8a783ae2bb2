import { finishRemoval, noteRemoval } from "./finish-removal.ts";
import { signOut } from "./session.ts";

/**
 * Signs a person out and deletes everything of theirs on this device, network or not.
 * @returns as `finishRemoval` does
 */
export async function removeFromDevice(personId: string): Promise<"removed" | "held"> {
  // One step: killed before it, everything is as it was; killed after it, the next start finishes.
  // The other tabs and the worker have nothing to write any more.
  await signOut({ noting: (values) => noteRemoval(personId, values) });
  return finishRemoval();
}
