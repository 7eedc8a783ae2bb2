import { beginRemoval, finishRemoval } from "./finish-removal.ts";
import { signOut } from "./session.ts";

/**
 * Signs a person out and deletes everything of theirs on this device, network or not.
 * @returns as `finishRemoval` does
 */
export async function removeFromDevice(personId: string): Promise<"removed" | "held"> {
  await beginRemoval(personId);
  // First: the other tabs and the worker then have nothing to write any more.
  await signOut();
  return finishRemoval();
}
