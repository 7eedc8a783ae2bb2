import { SESSION_NOT_FOUND, USER_NOT_FOUND } from "@contracts/auth-code.ts";
import type { Session, SupabaseClient } from "@supabase/supabase-js";
import { missingFactor } from "./second-factor.ts";
import { openTokens, type TokenState } from "./tokens.ts";

/** Longest wait (ms) for a word on an account whose session has ended anyway. */
const PATIENCE_MS = 5000;

/** Strings by their keys, as the device has them or is to have them. */
type Values = Map<string, string>;

export type Auth = ReturnType<typeof openAuth>;

/**
 * The session kept on this device. Only somebody who is let in gets one (`candidate.ts`).
 * @param key under which the client keeps it
 * @param way how the auth server is asked past the client
 * @param giveUpRequests gives up what is asked for in the name of who is signed in
 */
export function openAuth(
  client: SupabaseClient,
  key: string,
  way: { url: string; publicKey: string; fetch: typeof fetch },
  giveUpRequests: () => void,
) {
  const tokens = openTokens(client);
  /** The last one that there was: it says whose session ended. */
  let lastToken: string | null = null;
  async function noted(state: Promise<TokenState>): Promise<TokenState> {
    const known = await state;
    if (known.kind === "token") lastToken = known.accessToken;
    return known;
  }
  function sessionIn(values: Values): Partial<Session> | null {
    try {
      return JSON.parse(values.get(key) ?? "null") as Partial<Session> | null;
    } catch {
      return null;
    }
  }

  return {
    current: () => noted(tokens.current()),
    refresh: () => noted(tokens.refresh()),

    /**
     * What the auth server says of the last session: its account does not exist any more (`gone`), it
     * was ended while its account exists (`ended`), or neither. It says so as long as the session's last
     * access token has not expired; `unknown` also where nothing can be learned. It is asked
     * without the client: auth-js would end the session of a person who has signed in since.
     */
    async lastSession(): Promise<"gone" | "ended" | "unknown"> {
      if (lastToken === null) return "unknown";
      try {
        const reply = await way.fetch(`${way.url}/auth/v1/user`, {
          headers: { apikey: way.publicKey, Authorization: `Bearer ${lastToken}` },
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        if (reply.status !== 403) return "unknown";
        const code = codeIn(await reply.json());
        if (code === USER_NOT_FOUND) return "gone";
        return code === SESSION_NOT_FOUND ? "ended" : "unknown";
      } catch {
        return "unknown";
      }
    },

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

    /**
     * Gives up what is still asked for with a session, and tells the backend that it has ended, when it
     * can be reached; nobody waits for that.
     */
    revoke(accessToken: string): void {
      giveUpRequests();
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

/** The code of a refusal, wherever this version of the auth server puts it. */
function codeIn(body: unknown): unknown {
  if (typeof body !== "object" || body === null) return null;
  return Reflect.get(body, "error_code") ?? Reflect.get(body, "code");
}
