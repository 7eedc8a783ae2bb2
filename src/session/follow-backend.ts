import type { Backend } from "../backend/backend.ts";
import { noteSuspension, readIdentity } from "../mirror/device/identity.ts";
import { finishRemoval } from "./finish-removal.ts";

/**
 * Ends the session when the backend does, or when it says that the person is suspended; checks it
 * again when the page is looked at, and when a table refused something.
 * @param check brings who is signed in up to date
 * @param end ends the session on this device
 */
export function followBackend(
  backend: Backend,
  check: () => Promise<void>,
  end: () => Promise<void>,
): void {
  let checking: Promise<void> | null = null;
  /** Once for all that gave cause to. */
  function recheck(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  }

  /** What they made stays on this device. */
  async function endSuspended(): Promise<void> {
    if ((await readIdentity()) === null) return;
    await noteSuspension();
    await end();
  }

  backend.auth.onSignedOut(() => void end());
  backend.onRefusal((sign) => void (sign === "suspended" ? endSuspended() : recheck()));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void recheck();
  });
  void finishRemoval();
}
