import type { SecondFactor } from "@contracts/deployment-config.ts";
import type { SupabaseClient, UserIdentity } from "@supabase/supabase-js";
import { z } from "zod/mini";
import { type Outcome, unreachable } from "../outcome.ts";
import { asPerson } from "../tables/table-requests.ts";
import { ok, refused } from "./auth-outcome.ts";
import { openOwnFactors } from "./own-factors.ts";
import { newPkce } from "./pkce.ts";
import { askableFactors, countedFactors, type Factor } from "./second-factor.ts";
import { hasSecurityKeys } from "./security-key.ts";
import type { Tokens } from "./tokens.ts";

/** A way to sign in to an account: its password, or an external provider. */
export interface Identity {
  id: string;
  /** The auth server's name for it; `email` means the password. */
  provider: string;
  email: string | null;
}

/** The auth server's data about an account. */
export interface AccountState {
  factors: Factor[];
  /** The factors that this browser can ask for, the best first. */
  askable: Factor[];
  /** The kinds that can be added in this browser. */
  addable: Factor["kind"][];
  identities: Identity[];
  /** Whether this session has verified a second factor. */
  provenFactor: boolean;
}

export type Account = ReturnType<typeof openAccount>;

/**
 * The account of the signed-in person. Each method returns an `Outcome` and never throws.
 * @param otherFactors the kinds of factor that the auth server supports besides authenticator apps
 */
export function openAccount(
  client: SupabaseClient,
  auth: Tokens,
  otherFactors: readonly SecondFactor[],
) {
  const ask = asPerson(auth);

  async function user() {
    const { data, error } = await client.auth.getUser();
    return error === null ? ok(data.user) : refused(error);
  }

  async function provenFactor(): Promise<boolean> {
    const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
    return data?.currentLevel === "aal2";
  }

  return {
    async state(): Promise<Outcome<AccountState>> {
      const asked = await user();
      if (asked.kind !== "ok") return asked;
      const { identities = [] } = asked.value;
      const factors = countedFactors(asked.value.factors ?? []);
      return ok({
        factors,
        askable: askableFactors(factors, hasSecurityKeys()),
        addable: ["totp", ...otherFactors.filter(isAddable)],
        identities: identities.map(toIdentity),
        provenFactor: await provenFactor(),
      });
    },

    /** Whether this session has verified a second factor; known without a connection. */
    provenFactor,

    ...openOwnFactors(client),

    /** @param current the present password, which an auth server may ask for */
    async setPassword(password: string, current: string): Promise<Outcome<null>> {
      const { error } = await client.auth.updateUser({ password, current_password: current });
      return error === null ? ok(null) : refused(error);
    },

    setName(me: string, name: string): Promise<Outcome<string>> {
      return ask(
        me,
        () => client.rpc("set_own_full_name", { full_name: name }),
        (data) => z.string().parse(data),
      );
    },

    /** @param language ISO 639-1; null lets the transcriber find out */
    setSpeechLanguage(me: string, language: string | null): Promise<Outcome<string | null>> {
      return ask(
        me,
        () => client.rpc("set_own_speech_language", { language }),
        (data) => z.nullable(z.string()).parse(data),
      );
    },

    /**
     * The address of a provider's sign-in page, to link the provider to the account. The page
     * returns to `returnTo`.
     */
    async linkAddress(provider: string, returnTo: string): Promise<Outcome<string>> {
      // The code that comes back is not exchanged: this person has a session.
      const { challenge } = await newPkce();
      const { data, error } = await client.auth.linkIdentity({
        provider: provider as Parameters<typeof client.auth.signInWithOAuth>[0]["provider"],
        options: { redirectTo: returnTo, skipBrowserRedirect: true, queryParams: challenge },
      });
      return error === null ? ok(data.url) : refused(error);
    },

    async unlink(identityId: string): Promise<Outcome<null>> {
      const asked = await user();
      if (asked.kind !== "ok") return asked;
      const identity = asked.value.identities?.find((each) => each.identity_id === identityId);
      if (identity === undefined) return ok(null);
      const { error } = await client.auth.unlinkIdentity(identity);
      return error === null ? ok(null) : refused(error);
    },

    /** Ends the account's sessions: all of them, or all but this one. */
    async endSessions(which: "global" | "others"): Promise<Outcome<null>> {
      const session = await auth.current();
      if (session.kind === "none") return { kind: "sign-in" };
      if (session.kind === "unreachable") return unreachable();
      const { error } = await client.auth.admin.signOut(session.accessToken, which);
      return error === null ? ok(null) : refused(error);
    },
  };
}

function isAddable(kind: SecondFactor): boolean {
  return kind !== "webauthn" || hasSecurityKeys();
}

function toIdentity({ identity_id, provider, identity_data }: UserIdentity): Identity {
  const email: unknown = identity_data?.email;
  return { id: identity_id, provider, email: typeof email === "string" ? email : null };
}
