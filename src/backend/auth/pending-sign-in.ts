import { passwordMarkSchema, TEMPORARY_PASSWORD_UNTIL } from "@contracts/account-reset.ts";
import {
  type AuthCode,
  OVER_REQUEST_RATE_LIMIT,
  TEMPORARY_PASSWORD_EXPIRED,
  USER_BANNED,
} from "@contracts/auth-code.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import {
  AuthApiError,
  type AuthError,
  AuthRetryableFetchError,
  isAuthError,
  isAuthRetryableFetchError,
  type SupabaseClient,
  type User,
} from "@supabase/supabase-js";
import { z } from "zod/mini";
import type { Server } from "../outcome.ts";
import { openTables } from "../tables/own-tables.ts";
import { pauseSeconds } from "./auth-js-workarounds.ts";
import { missingFactor, openProofs } from "./second-factor.ts";
import { type AuthUser, openTokens, type SessionTokens, toAuthUser } from "./tokens.ts";

/** The parameters of a link in a mail: for a forgotten password, or an invitation. */
export interface MailedToken {
  tokenHash: string;
  type: "recovery" | "invite";
}

export type SignInFailure =
  | { kind: "wrong-credentials" }
  /** The password was a temporary one, and its time is over. */
  | { kind: "expired-password" }
  | { kind: "wrong-code" }
  | { kind: "suspended" }
  | { kind: "unreachable" }
  /** There were too many attempts. `seconds`: when the next one is accepted; null when unknown. */
  | { kind: "paused"; seconds: number | null }
  | { kind: "refused"; message: string };

export type PendingSignIn = ReturnType<typeof openPendingSignIn>;

/**
 * A sign-in that is not complete yet: a second factor, a new password or the check of the account
 * may be missing. The session is in memory only, so that no tab, no worker and no later start can
 * treat the person as signed in.
 * @param client a client of its own that stores nothing
 * @param rest the client for the tables; each request gets the person's token
 * @param server how to send requests to the auth server without the client
 */
export function openPendingSignIn(client: SupabaseClient, rest: PostgrestClient, server: Server) {
  const session = async () => (await client.auth.getSession()).data.session;

  async function resume(arrived: SessionTokens): Promise<AuthUser | SignInFailure> {
    const { data, error } = await client.auth.setSession({
      access_token: arrived.accessToken,
      refresh_token: arrived.refreshToken,
    });
    if (error !== null) return signInFailure(error);
    return data.user === null ? { kind: "unreachable" } : toAuthUser(data.user);
  }

  return {
    tables: openTables(rest, openTokens(client)),

    /** The session for `Auth.adopt`; null when it has ended. */
    session,

    /**
     * @returns `hasTemporaryPassword`: they have the password from an administrator, and must choose
     *   one of their own
     */
    async signIn(
      email: string,
      password: string,
    ): Promise<(AuthUser & { hasTemporaryPassword: boolean }) | SignInFailure> {
      const { data, error } = await client.auth.signInWithPassword({ email, password });
      if (error !== null) return signInFailure(error);
      const until = temporaryUntil(data.user);
      if (until !== null && until <= signedInAt(data.user)) return { kind: "expired-password" };
      return { ...toAuthUser(data.user), hasTemporaryPassword: until !== null };
    },

    /** Continues with the session from a link. */
    resume,

    /** Continues with the token of a link, which works once. */
    async verify({ tokenHash, type }: MailedToken): Promise<AuthUser | SignInFailure> {
      const { data, error } = await client.auth.verifyOtp({ token_hash: tokenHash, type });
      if (data.user !== null) return toAuthUser(data.user);
      const failure = error === null ? ({ kind: "unreachable" } as const) : signInFailure(error);
      return failure.kind === "wrong-code" ? { kind: "refused", message: "Used up" } : failure;
    },

    /** Continues with the code from an external provider. */
    async exchange(arrived: ArrivedCode): Promise<AuthUser | SignInFailure> {
      const exchanged = await exchangeCode(server, arrived);
      return isAuthError(exchanged) ? signInFailure(exchanged) : resume(exchanged);
    },

    missingFactor: () => missingFactor(client),

    ...openProofs(client, signInFailure),

    /**
     * @param current the present password of somebody who has no other proof of who they are
     * @returns null when the new password was set
     */
    async setPassword(password: string, current?: string): Promise<SignInFailure | null> {
      const { error } = await client.auth.updateUser({
        password,
        ...(current !== undefined && { current_password: current }),
      });
      return error === null ? null : signInFailure(error);
    },

    /**
     * Forgets the session, and ends it at the backend when that can be reached.
     * @returns `told` resolves when the backend has answered: only what ends sessions as well waits
     *   for it
     */
    async discard(): Promise<{ told: Promise<unknown> }> {
      const held = await session();
      const told =
        held === null ? Promise.resolve() : client.auth.admin.signOut(held.access_token, "local");
      await client.auth.dispose();
      return { told };
    },

    /** Disposes of the client after its session was adopted; the session stays valid. */
    release: (): Promise<void> => client.auth.dispose(),
  };
}

/** Until when the account's password is a temporary one (epoch ms); null when it is their own. */
function temporaryUntil({ app_metadata }: User): number | null {
  const until = passwordMarkSchema.safeParse(app_metadata).data?.[TEMPORARY_PASSWORD_UNTIL];
  return until === undefined ? null : Date.parse(until);
}

/** When a user has just signed in, by the server's clock (epoch ms): a device's may be wrong. */
const signedInAt = ({ last_sign_in_at: at }: User) =>
  at === undefined ? Date.now() : Date.parse(at);

/** Turns an error of the auth server into a failure for a person who is signing in. */
function signInFailure(error: AuthError): SignInFailure {
  if (isAuthRetryableFetchError(error)) return { kind: "unreachable" };
  switch (error.code as AuthCode | undefined) {
    case "invalid_credentials":
      return { kind: "wrong-credentials" };
    case "mfa_verification_failed":
    case "mfa_challenge_expired":
    // The code for services that send and check the codes themselves.
    case "otp_expired":
      return { kind: "wrong-code" };
    case TEMPORARY_PASSWORD_EXPIRED:
      return { kind: "expired-password" };
    case USER_BANNED:
      return { kind: "suspended" };
    case OVER_REQUEST_RATE_LIMIT:
      return { kind: "paused", seconds: pauseSeconds() };
    default:
      return { kind: "refused", message: error.message };
  }
}

/** The parameters of the address with which a person comes back from an external provider. */
export interface ArrivedCode {
  code: string;
  /** The secret that this browser has kept since the sign-in began (PKCE). */
  verifier: string;
}

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });
const refusalSchema = z.object({ error_code: z.optional(z.string()), msg: z.optional(z.string()) });

/**
 * Exchanges a code for a session. auth-js's own method looks for the secret where it keeps sessions;
 * here nothing is kept before a sign-in is complete.
 */
async function exchangeCode(
  { url, publicKey, fetch }: Server,
  { code, verifier }: ArrivedCode,
): Promise<SessionTokens | AuthError> {
  try {
    const reply = await fetch(`${url}/auth/v1/token?grant_type=pkce`, {
      method: "POST",
      headers: { apikey: publicKey, "content-type": "application/json" },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    if (reply.status >= 500) return new AuthRetryableFetchError("No session yet", reply.status);
    const body: unknown = await reply.json();
    if (reply.ok) {
      const session = sessionSchema.parse(body);
      return { accessToken: session.access_token, refreshToken: session.refresh_token };
    }
    const { error_code: errorCode, msg = "The code was refused" } = refusalSchema.parse(body);
    return new AuthApiError(msg, reply.status, errorCode);
  } catch {
    return new AuthRetryableFetchError("No answer from the auth server", 0);
  }
}
