import { create } from "zustand";
import type { Identity } from "../mirror/device/identity.ts";
import { useSession } from "./session.ts";

const usePin = create(() => ({
  /** The number of activities that must not be interrupted now. */
  holds: 0,
  /** The person who was signed in when the first of them began. */
  identity: null as Identity | null,
}));

/**
 * Keeps the pages for the person signed in now, whatever happens to the session, until released:
 * the end of a session must not end a recording in progress.
 * @returns a function that releases it; further calls change nothing
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

/** Whether an activity that must not be interrupted is running. */
export const useSessionPinned = () => usePin((hold) => hold.holds > 0);

/** The person whose pages are shown: the signed-in person, or the one that `pinSession` keeps. */
export function useShownIdentity(): Identity | null {
  const signedIn = useSession((session) => session.identity);
  const { holds, identity } = usePin();
  return holds > 0 ? identity : signedIn;
}
