import {
  isAuthSessionMissingError,
  type Session,
  type SupabaseClient,
} from "@supabase/supabase-js";
import type { KeyValueStore } from "./key-value-store.ts";
import { missingFactor } from "./second-factor.ts";
import { openTokens } from "./tokens.ts";

export type Auth = ReturnType<typeof openAuth>;

/**
 * The session kept on this device. Only somebody who is let in gets one (`candidate.ts`).
 * @param kept where the client keeps it
 */
export function openAuth(client: SupabaseClient, kept: { store: KeyValueStore; key: string }) {
  return {
    ...openTokens(client),

    /** Whether the account has a second factor that was not asked for when this session began. */
    async lacksFactor(): Promise<boolean> {
      return (await missingFactor(client)).kind !== "none";
    },

    /** Whether the auth server says that there is no such session any more; it is forgotten then. */
    async hasEnded(): Promise<boolean> {
      const { error } = await client.auth.getUser();
      return isAuthSessionMissingError(error);
    },

    /** Keeps a session on this device, for every tab and the worker. */
    async adopt(session: Session): Promise<void> {
      await kept.store.setItem(kept.key, JSON.stringify(session));
    },

    /**
     * Ends the session on this device at once, network or not: a page loaded a moment later finds
     * nobody. The backend is told as well when it can be reached; nobody waits for that. auth-js's
     * own sign-out would wait for a refresh that finds no network, and could then meet the session
     * of the next person.
     * @param known the backend has ended it already
     */
    async signOut(known = false): Promise<void> {
      const stored = await kept.store.getItem(kept.key);
      await kept.store.removeItem(kept.key);
      if (known) return;
      const accessToken = stored === null ? null : accessTokenIn(stored);
      if (accessToken !== null) void client.auth.admin.signOut(accessToken, "local");
    },

    /** Calls back when the backend ended the session, in whichever tab that was noticed. */
    onSignedOut(ended: () => void): void {
      client.auth.onAuthStateChange((event) => {
        if (event === "SIGNED_OUT") ended();
      });
    },
  };
}

function accessTokenIn(stored: string): string | null {
  try {
    return (JSON.parse(stored) as Partial<Session>).access_token ?? null;
  } catch {
    return null;
  }
}
