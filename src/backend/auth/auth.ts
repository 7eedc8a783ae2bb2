import { SESSION_NOT_FOUND, USER_NOT_FOUND } from "@contracts/auth-code.ts";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import type { Server } from "../outcome.ts";
import { readObject } from "./auth-js-workarounds.ts";
import { missingFactor } from "./second-factor.ts";
import { openTokens, type TokenState } from "./tokens.ts";

/**
 * For how long a token that was looked up is used again (ms): a drain makes many calls a second,
 * and each look waits for a lock and for the device's storage. Shorter than auth-js's margin before
 * the expiry of a token.
 */
const HELD_MS = 1000;

/** Time limit (ms) for `lastSession`, which asks about a session that has ended anyway. */
const PATIENCE_MS = 5000;

/** Stored strings by key, as the device has them or will have them. */
type Values = Map<string, string>;

/**
 * The session kept on this device. A person gets one only when their sign-in is complete
 * (`pending-sign-in.ts`).
 * @param key the storage key of the client's session
 * @param server how to send requests to the auth server without the client
 * @param giveUpRequests aborts the unanswered requests of the signed-in person
 */
export function openAuth(
  client: SupabaseClient,
  key: string,
  server: Server,
  giveUpRequests: () => void,
) {
  const tokens = openTokens(client);
  /** The last access token there was: `lastSession` uses it to ask about the session that ended. */
  let lastToken: string | null = null;
  let held: { state: TokenState; since: number } | null = null;
  async function noted(state: Promise<TokenState>): Promise<TokenState> {
    held = null;
    const known = await state;
    if (known.kind !== "token") return known;
    lastToken = known.accessToken;
    held = { state: known, since: Date.now() };
    return known;
  }
  const current = () => noted(tokens.current());
  const sessionIn = (values: Values): Partial<Session> => readObject(values.get(key) ?? "null");

  return {
    current,
    refresh: () => noted(tokens.refresh()),

    /**
     * The session as it was at most a second ago; it may have ended since in another tab. A call with
     * such a token is still made in the name of the person to whom the token belongs.
     */
    async recent(): Promise<TokenState> {
      const age = held === null ? HELD_MS : Date.now() - held.since;
      return held !== null && age >= 0 && age < HELD_MS ? held.state : current();
    },

    /**
     * Asks the auth server why the last session ended: its account no longer exists (`gone`), or
     * the session was ended while the account exists (`ended`). `unknown`: neither, or the question
     * could not be answered. The server can answer only until the session's last access token
     * expires. The request does not go through the client, because auth-js would end the session of
     * a person who has signed in since.
     */
    async lastSession(): Promise<"gone" | "ended" | "unknown"> {
      if (lastToken === null) return "unknown";
      try {
        const reply = await server.fetch(`${server.url}/auth/v1/user`, {
          headers: { apikey: server.publicKey, Authorization: `Bearer ${lastToken}` },
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        if (reply.status !== 403) return "unknown";
        const body = readObject(await reply.text());
        // Versions of the auth server put it in different fields.
        const code = body.error_code ?? body.code;
        if (code === USER_NOT_FOUND) return "gone";
        return code === SESSION_NOT_FOUND ? "ended" : "unknown";
      } catch {
        return "unknown";
      }
    },

    /** Whether the account has a second factor that this session has not verified. */
    async lacksFactor(): Promise<boolean> {
      return (await missingFactor(client)).kind !== "none";
    },

    /**
     * Stores a session on this device, for every tab and the worker.
     * @param values the device's stored values; the caller writes them together with the identity,
     *   in one transaction
     */
    adopt(session: Session, values: Values): void {
      held = null;
      values.set(key, JSON.stringify(session));
    },

    /** Whether the session kept on this device belongs to that user. */
    keeps(userId: string, values: Values): boolean {
      return sessionIn(values).user?.id === userId;
    },

    /**
     * Removes the session from this device at once, with or without a network, so that the next
     * page load shows the sign-in page. The sign-out of auth-js would first wait for a token
     * refresh. Without a network that takes long, and it could then end the next person's session.
     * @returns the access token, for `revoke`; undefined when there was no session
     */
    forget(values: Values): string | undefined {
      held = null;
      const { access_token } = sessionIn(values);
      values.delete(key);
      return access_token;
    },

    /**
     * Aborts the session's unanswered requests, and informs the backend, if it can be reached, that
     * the session has ended. Nothing waits for the reply.
     */
    revoke(accessToken: string): void {
      giveUpRequests();
      void client.auth.admin.signOut(accessToken, "local");
    },

    /** Calls `ended` when the backend ended the session, whichever tab noticed it. */
    onSignedOut(ended: () => void): void {
      client.auth.onAuthStateChange((event) => {
        if (event === "SIGNED_OUT") ended();
      });
    },
  };
}
