import { isAuthRetryableFetchError, type SupabaseClient } from "@supabase/supabase-js";

/** The signed-in user as the auth server knows them. */
export interface AuthUser {
  id: string;
  email: string;
}

export type AuthEvent = { kind: "signed-in"; user: AuthUser } | { kind: "signed-out" };

export type SignInFailure =
  | { kind: "wrong-credentials" }
  | { kind: "unreachable" }
  | { kind: "refused"; message: string };

/** What can be said of the session right now. */
export type TokenState =
  | { kind: "token"; accessToken: string; user: AuthUser }
  /** There is a session, but it can't be refreshed without a connection. */
  | { kind: "unreachable" }
  | { kind: "none" };

export type Auth = ReturnType<typeof openAuth>;

/**
 * Sessions: sign in, sign out, refresh.
 * @param forgetSession removes the stored session
 */
export function openAuth(client: SupabaseClient, forgetSession: () => Promise<void>) {
  let lastAccessToken: string | null = null;
  client.auth.onAuthStateChange((_, session) => {
    lastAccessToken = session?.access_token ?? null;
  });

  async function current(): Promise<TokenState> {
    const { data, error } = await client.auth.getSession();
    if (data.session !== null) return tokenOf(data.session);
    return isAuthRetryableFetchError(error) ? { kind: "unreachable" } : { kind: "none" };
  }

  return {
    current,

    /**
     * Trades the refresh token for a new session, once for everybody who asks meanwhile. `none`: the
     * backend does not accept it any more.
     */
    async refresh(): Promise<TokenState> {
      const { data, error } = await client.auth.refreshSession();
      if (data.session !== null) return tokenOf(data.session);
      return isAuthRetryableFetchError(error) ? { kind: "unreachable" } : { kind: "none" };
    },

    async signIn(email: string, password: string): Promise<AuthUser | SignInFailure> {
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error === null) return userOf(data.user);
      if (isAuthRetryableFetchError(error)) return { kind: "unreachable" };
      if (error.code === "invalid_credentials") return { kind: "wrong-credentials" };
      return { kind: "refused", message: error.message };
    },

    /**
     * Ends the session on this device at once, network or not: a page loaded a moment later finds
     * nobody. The backend is told as well when it can be reached; nobody waits for that.
     */
    async signOut(): Promise<void> {
      const accessToken = lastAccessToken;
      await forgetSession();
      // With nothing stored this asks no server: it tells this tab and the others.
      await client.auth.signOut({ scope: "local" });
      if (accessToken !== null) void client.auth.admin.signOut(accessToken, "local");
    },

    /** Calls back when somebody signs in or out here, in another tab, or by a refused refresh. */
    onChange(changed: (event: AuthEvent) => void): () => void {
      const { data } = client.auth.onAuthStateChange((event, session) => {
        if (event === "SIGNED_OUT") changed({ kind: "signed-out" });
        else if (event === "SIGNED_IN" && session !== null) {
          changed({ kind: "signed-in", user: userOf(session.user) });
        }
      });
      return () => data.subscription.unsubscribe();
    },
  };
}

function tokenOf(session: {
  access_token: string;
  user: { id: string; email?: string };
}): TokenState {
  return { kind: "token", accessToken: session.access_token, user: userOf(session.user) };
}

function userOf(user: { id: string; email?: string }): AuthUser {
  return { id: user.id, email: user.email ?? "" };
}
