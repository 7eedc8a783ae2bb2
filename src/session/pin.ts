import { create } from "zustand";
import type { Identity } from "../mirror/device/identity.ts";
import { useSession } from "./session.ts";

interface PinState {
  /** How many things must not be interrupted now. */
  holds: number;
  /** Who was signed in when the first of them began. */
  identity: Identity | null;
}

const usePin = create<PinState>(() => ({ holds: 0, identity: null }));

/**
 * Keeps the pages with the person signed in now, whatever becomes of the session, until released:
 * a session that ends must not take a recording in progress with it.
 * @returns a function that releases it; calling it again changes nothing
 */
export function pinSession(): () => void {
  usePin.setState(({ holds, identity }) => ({
    holds: holds + 1,
    identity: holds === 0 ? useSession.getState().identity : identity,
  }));
  let held = true;
  return () => {
    if (!held) return;
    held = false;
    usePin.setState(({ holds, identity }) => ({
      holds: holds - 1,
      identity: holds === 1 ? null : identity,
    }));
  };
}

/** Whether something that must not be interrupted is going on. */
export function useSessionPinned(): boolean {
  return usePin((hold) => hold.holds > 0);
}

/** Who the pages are for: the person signed in, or the one a hold keeps here. */
export function useShownIdentity(): Identity | null {
  const signedIn = useSession((session) => session.identity);
  const { holds, identity } = usePin();
  return holds > 0 ? identity : signedIn;
}
