import {
  type AuthResponse,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { type Outcome, unreachable } from "../outcome.ts";
import { forgetStrandedFailure } from "./auth-js-workarounds.ts";

/** The signed-in user in the auth server's data. */
export interface AuthUser {
  id: string;
  email: string;
}

/** The tokens that the auth server issues for a session. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
}

/** The present state of a session. */
export type TokenState =
  | { kind: "token"; accessToken: string; user: AuthUser }
  /** There is a session, but it can't be refreshed without a connection. */
  | { kind: "unreachable" }
  | { kind: "none" };

export type Tokens = ReturnType<typeof openTokens>;

type Reply = Pick<AuthResponse, "error"> & { data: Pick<AuthResponse["data"], "session"> };

/** The tokens of a client's session, refreshed when they are due. */
export function openTokens(client: SupabaseClient) {
  async function current(): Promise<TokenState> {
    forgetStrandedFailure(client);
    const reply = await client.auth.getSession();
    // Another session was stored while this one was refreshed: use that one.
    return toTokenState(
      isAuthRefreshDiscardedError(reply.error) ? await client.auth.getSession() : reply,
    );
  }

  return {
    current,
    /** The present state, or one of a moment ago where it is remembered. */
    recent: current,

    /**
     * Exchanges the refresh token for a new session, once for all concurrent callers. `none`: the
     * backend does not accept the refresh token any more.
     */
    async refresh(): Promise<TokenState> {
      forgetStrandedFailure(client);
      const { data, error } = await client.auth.refreshSession();
      if (isAuthRefreshDiscardedError(error)) return current();
      return toTokenState({ data, error });
    },
  };
}

function toTokenState({ data, error }: Reply): TokenState {
  const { session } = data;
  if (session !== null) {
    return { kind: "token", accessToken: session.access_token, user: toAuthUser(session.user) };
  }
  return isAuthRetryableFetchError(error) ? { kind: "unreachable" } : { kind: "none" };
}

export function toAuthUser(user: { id: string; email?: string }): AuthUser {
  return { id: user.id, email: user.email ?? "" };
}

/**
 * Makes a call with a person's token. If the backend does not accept the token, the session is
 * refreshed once, for all callers, and the call is made again. If the session belongs to another
 * person by now, the call is not made: one person's data is never sent in another's name.
 */
export async function authorizedCall<T>(
  auth: Tokens,
  personId: string,
  call: (accessToken: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const session = await auth.recent();
  const outcome = await callAs(session);
  if (session.kind !== "token" || session.user.id !== personId) return outcome;
  if (outcome.kind !== "sign-in") return outcome;
  // Another call may have refreshed the session since this one was sent.
  const current = await auth.current();
  const isNew = current.kind === "token" && current.accessToken !== session.accessToken;
  return callAs(isNew ? current : await auth.refresh());

  async function callAs(state: TokenState): Promise<Outcome<T>> {
    if (state.kind === "unreachable") return unreachable();
    if (state.kind === "none" || state.user.id !== personId) return { kind: "sign-in" };
    return call(state.accessToken);
  }
}
