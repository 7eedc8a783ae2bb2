import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { missingFactor } from "./second-factor.ts";
import { openTokens } from "./tokens.ts";

/** Strings by their keys, as the device has them or is to have them. */
type Values = Map<string, string>;

export type Auth = ReturnType<typeof openAuth>;

/**
 * The session kept on this device. Only somebody who is let in gets one (`candidate.ts`).
 * @param key under which the client keeps it
 */
export function openAuth(client: SupabaseClient, key: string) {
  function sessionIn(values: Values): Partial<Session> | null {
    try {
      return JSON.parse(values.get(key) ?? "null") as Partial<Session> | null;
    } catch {
      return null;
    }
  }

  return {
    ...openTokens(client),

    /** Whether the account has a second factor that was not asked for when this session began. */
    async lacksFactor(): Promise<boolean> {
      return (await missingFactor(client)).kind !== "none";
    },

    /**
     * Keeps a session on this device, for every tab and the worker.
     * @param values what the device keeps: whoever writes it down does so in one step with the identity
     */
    adopt(session: Session, values: Values): void {
      values.set(key, JSON.stringify(session));
    },

    /** Whether the session kept on this device is that user's. */
    keeps(userId: string, values: Values): boolean {
      return sessionIn(values)?.user?.id === userId;
    },

    /**
     * Ends the session on this device at once, network or not: a page loaded a moment later finds
     * nobody. auth-js's own sign-out would wait for a refresh that finds no network, and could then
     * meet the session of the next person.
     * @returns its access token, for `revoke`; undefined when there was none
     */
    forget(values: Values): string | undefined {
      const session = sessionIn(values);
      values.delete(key);
      return session?.access_token;
    },

    /** Tells the backend that a session has ended, when it can be reached; nobody waits for that. */
    revoke(accessToken: string): void {
      void client.auth.admin.signOut(accessToken, "local");
    },

    /** Calls back when the backend ended the session, in whichever tab that was noticed. */
    onSignedOut(ended: () => void): void {
      client.auth.onAuthStateChange((event) => {
        if (event === "SIGNED_OUT") ended();
      });
    },
  };
}
