import { finishRemoval, noteRemoval } from "./finish-removal.ts";
import { signOut } from "./session.ts";

/**
 * Signs a person out and deletes all their data on this device, with or without a network.
 * @returns like `finishRemoval`
 */
export async function removeFromDevice(personId: string): Promise<"removed" | "held"> {
  // One transaction: after a kill before it, nothing has changed; after a kill behind it, the next
  // start finishes. It also signs out the other tabs and the worker, so that they write nothing
  // more.
  await signOut({ noting: (values) => noteRemoval(personId, values) });
  return finishRemoval();
}
