import type { Backend } from "../backend/backend.ts";
import { noteSuspension, readIdentity } from "../mirror/device/identity.ts";
import { finishRemoval } from "./finish-removal.ts";

/**
 * Ends the session when the backend ends it or reports that the person is suspended. Checks it again
 * when the page becomes visible, and when a table refused a request.
 * @param check updates the identity of the signed-in person
 * @param end ends the session on this device
 */
export function followBackend(
  backend: Backend,
  check: () => Promise<void>,
  end: () => Promise<void>,
): void {
  let checking: Promise<void> | null = null;
  /** Joins a running check instead of starting a second one. */
  function recheck(): Promise<void> {
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  }

  /** Ends the session of a suspended person; their work stays on this device. */
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
