import { passwordMarkSchema, TEMPORARY_PASSWORD_UNTIL } from "@contracts/account-reset.ts";
import {
  type AuthCode,
  OVER_REQUEST_RATE_LIMIT,
  TEMPORARY_PASSWORD_EXPIRED,
  USER_BANNED,
} from "@contracts/auth-code.ts";
import type { PostgrestClient } from "@supabase/postgrest-js";
import {
  type AuthError,
  isAuthError,
  isAuthRetryableFetchError,
  type SupabaseClient,
  type User,
} from "@supabase/supabase-js";
import { openTables } from "../tables/own-tables.ts";
import { pauseSeconds } from "./auth-pause.ts";
import { type ArrivedCode, exchangeCode } from "./code-exchange.ts";
import { openPhoneCodes } from "./phone-codes.ts";
import { type Factor, type MissingFactor, missingFactor } from "./second-factor.ts";
import { type KeyFailure, showKey } from "./security-key.ts";
import { type AuthUser, openTokens, type SessionTokens, toAuthUser } from "./tokens.ts";

/** Somebody whose password was right. */
export interface PasswordOwner extends AuthUser {
  /** Whether they have the password from an administrator: then they must choose one of their own. */
  hasTemporaryPassword: boolean;
}

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

/** Why the browser's key dialog failed, when the failure did not come from the auth server. */
export type KeyRefusal = Exclude<KeyFailure, { kind: "error" }>;

export type PendingSignIn = ReturnType<typeof openPendingSignIn>;

/**
 * A sign-in that is not complete yet: a second factor, a new password or the check of the account
 * may be missing. The session is in memory only, so that no tab, no worker and no later start can
 * treat the person as signed in.
 * @param client a client of its own that stores nothing
 * @param rest the client for the tables; each request gets the person's token
 * @param way how to send requests to the auth server without the client
 */
export function openPendingSignIn(
  client: SupabaseClient,
  rest: PostgrestClient,
  way: { url: string; publicKey: string; fetch: typeof fetch },
) {
  const session = async () => (await client.auth.getSession()).data.session;
  const phoneCodes = openPhoneCodes(client);

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

    async signIn(email: string, password: string): Promise<PasswordOwner | SignInFailure> {
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
      const exchanged = await exchangeCode(way, arrived);
      return isAuthError(exchanged) ? signInFailure(exchanged) : resume(exchanged);
    },

    missingFactor: (): Promise<MissingFactor> => missingFactor(client),

    /** Has a code sent to a phone. @returns when another one can be sent (epoch ms) */
    async sendCode(factorId: string): Promise<number | SignInFailure> {
      const sent = await phoneCodes.send(factorId);
      return typeof sent === "number" ? sent : signInFailure(sent);
    },

    /**
     * Verifies a factor with the code that its app shows or that was sent to it.
     * @returns null when the code was correct
     */
    async enterCode({ id, kind }: Factor, code: string): Promise<SignInFailure | null> {
      const error =
        kind === "phone"
          ? await phoneCodes.enter(id, code)
          : (await client.auth.mfa.challengeAndVerify({ factorId: id, code })).error;
      return error === null ? null : signInFailure(error);
    },

    /**
     * Has the browser ask for a security key.
     * @returns null when the auth server accepted it
     */
    async showKey(factorId: string): Promise<SignInFailure | KeyRefusal | null> {
      const failure = await showKey(client, factorId);
      return failure?.kind === "error" ? signInFailure(failure.error) : failure;
    },

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
function signedInAt({ last_sign_in_at: at }: User): number {
  return at === undefined ? Date.now() : Date.parse(at);
}

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
