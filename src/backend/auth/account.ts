import type { SecondFactor } from "@contracts/deployment-config.ts";
import {
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type Provider,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { z } from "zod/mini";
import { type Outcome, refusedOutcome, unreachable } from "../outcome.ts";
import { asPerson } from "../tables/table-requests.ts";
import { pauseSeconds } from "./auth-js-workarounds.ts";
import {
  askableFactors,
  countedFactors,
  type Factor,
  hasSecurityKeys,
  openProofs,
} from "./second-factor.ts";
import { newPkce } from "./sign-in-ways.ts";
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

/**
 * An authenticator app that is being added. It becomes a factor once the person enters a correct
 * code.
 */
export interface NewApp {
  id: string;
  /** SVG source. */
  qrCode: string;
  secret: string;
}

/**
 * The account of the signed-in person, with its second factors. Each method returns an `Outcome` and
 * never throws.
 * @param otherFactors the kinds of factor that the auth server supports besides authenticator apps
 */
export function openAccount(
  client: SupabaseClient,
  auth: Tokens,
  otherFactors: readonly SecondFactor[],
) {
  const ask = asPerson(auth);
  const { mfa } = client.auth;
  const proofs = openProofs(client, refused);

  async function readUser() {
    const user = toOutcome(await client.auth.getUser());
    return user.kind === "ok" ? ok(user.value.user) : user;
  }

  async function provenFactor(): Promise<boolean> {
    const { data } = await mfa.getAuthenticatorAssuranceLevel();
    return data?.currentLevel === "aal2";
  }

  /** Removes factors that were begun and never finished, so that their names are free; then adds one. */
  async function enroll<R extends Reply>(begin: () => Promise<R>): Promise<Outcome<Answered<R>>> {
    const user = await readUser();
    if (user.kind !== "ok") return user;
    for (const { id, status } of user.value.factors ?? []) {
      if (status === "unverified") await mfa.unenroll({ factorId: id });
    }
    return toOutcome(await begin());
  }

  /** Has the browser ask for a security key; this session then counts as verified. */
  async function proveKey(factorId: string): Promise<Outcome<null>> {
    const failure = await proofs.showKey(factorId);
    if (failure === null) return ok(null);
    return failure.kind === "cancelled" ||
      failure.kind === "known-key" ||
      failure.kind === "wrong-key"
      ? { kind: "never", code: failure.kind, message: failure.kind }
      : failure;
  }

  return {
    async state(): Promise<Outcome<AccountState>> {
      const user = await readUser();
      if (user.kind !== "ok") return user;
      const { identities = [] } = user.value;
      const factors = countedFactors(user.value.factors);
      return ok({
        factors,
        askable: askableFactors(factors),
        addable: [
          "totp",
          ...otherFactors.filter((kind) => kind !== "webauthn" || hasSecurityKeys()),
        ],
        identities: identities.map(({ identity_id: id, provider, identity_data: data }) => {
          return { id, provider, email: typeof data?.email === "string" ? data.email : null };
        }),
        provenFactor: await provenFactor(),
      });
    },

    /** Whether this session has verified a second factor; known without a connection. */
    provenFactor,

    /** Begins to add an authenticator app. */
    async beginApp(friendlyName: string, issuer: string): Promise<Outcome<NewApp>> {
      const begun = await enroll(() => mfa.enroll({ factorType: "totp", friendlyName, issuer }));
      if (begun.kind !== "ok") return begun;
      const { qr_code, secret } = begun.value.totp;
      // auth-js puts a `data:` prefix before the SVG source and does not encode the source.
      return ok({ id: begun.value.id, qrCode: qr_code.slice(qr_code.indexOf("<")), secret });
    },

    /** Begins to add a phone. @param phone E.164 @returns the factor's id */
    async beginPhone(friendlyName: string, phone: string): Promise<Outcome<string>> {
      const begun = await enroll(() => mfa.enroll({ factorType: "phone", friendlyName, phone }));
      return begun.kind === "ok" ? ok(begun.value.id) : begun;
    },

    /** Adds a security key or passkey, which the browser asks for. */
    async addKey(friendlyName: string): Promise<Outcome<null>> {
      const begun = await enroll(() => mfa.enroll({ factorType: "webauthn", friendlyName }));
      if (begun.kind !== "ok") return begun;
      const proven = await proveKey(begun.value.id);
      // If this removal fails, the unverified factor has no effect, and `enroll` removes it later.
      if (proven.kind !== "ok") void mfa.unenroll({ factorId: begun.value.id });
      return proven;
    },

    /** Has a code sent to a phone. @returns when another one can be sent (epoch ms) */
    async sendCode(factorId: string): Promise<Outcome<number>> {
      const sent = await proofs.sendCode(factorId);
      return typeof sent === "number" ? ok(sent) : sent;
    },

    /** Verifies an app or a phone with its code; this session then counts as verified. */
    async proveFactor(factor: Pick<Factor, "id" | "kind">, code: string): Promise<Outcome<null>> {
      return (await proofs.enterCode(factor, code)) ?? ok(null);
    },

    proveKey,

    async removeFactor(factorId: string): Promise<Outcome<unknown>> {
      const removed = toOutcome(await mfa.unenroll({ factorId }));
      // The session stored on this device still lists the removed factor.
      if (removed.kind === "ok") await client.auth.refreshSession();
      return removed;
    },

    /** @param current the present password, which an auth server may ask for */
    async setPassword(password: string, current: string): Promise<Outcome<unknown>> {
      return toOutcome(await client.auth.updateUser({ password, current_password: current }));
    },

    setName: (me: string, name: string): Promise<Outcome<string>> =>
      ask(
        me,
        () => client.rpc("set_own_full_name", { full_name: name }),
        (data) => z.string().parse(data),
      ),

    /** @param language ISO 639-1; null lets the transcriber find out */
    setSpeechLanguage: (me: string, language: string | null): Promise<Outcome<string | null>> =>
      ask(
        me,
        () => client.rpc("set_own_speech_language", { language }),
        (data) => z.nullable(z.string()).parse(data),
      ),

    /**
     * The address of a provider's sign-in page, to link the provider to the account. The page
     * returns to `returnTo`.
     */
    async linkAddress(provider: string, returnTo: string): Promise<Outcome<string>> {
      // The code that comes back is not exchanged: this person has a session.
      const { challenge } = await newPkce();
      const linked = toOutcome(
        await client.auth.linkIdentity({
          provider: provider as Provider,
          options: { redirectTo: returnTo, skipBrowserRedirect: true, queryParams: challenge },
        }),
      );
      return linked.kind === "ok" ? ok(linked.value.url) : linked;
    },

    async unlink(identityId: string): Promise<Outcome<unknown>> {
      const user = await readUser();
      if (user.kind !== "ok") return user;
      const identity = user.value.identities?.find((each) => each.identity_id === identityId);
      return identity === undefined
        ? ok(null)
        : toOutcome(await client.auth.unlinkIdentity(identity));
    },

    /** Ends the account's sessions: all of them, or all but this one. */
    async endSessions(which: "global" | "others"): Promise<Outcome<unknown>> {
      const session = await auth.current();
      if (session.kind === "none") return { kind: "sign-in" };
      if (session.kind === "unreachable") return unreachable();
      return toOutcome(await client.auth.admin.signOut(session.accessToken, which));
    },
  };
}

interface Reply {
  data: unknown;
  error: AuthError | null;
}
type Answered<R extends Reply> = Extract<R, { error: null }>["data"];

function ok<T>(value: T): { kind: "ok"; value: T } {
  return { kind: "ok", value };
}

const toOutcome = <R extends Reply>({ data, error }: R): Outcome<Answered<R>> =>
  error === null ? ok(data as Answered<R>) : refused(error);

/** Turns a refusal of the auth server into an `Outcome` for the signed-in person. */
function refused(error: AuthError): Outcome<never> {
  if (isAuthRetryableFetchError(error)) return unreachable();
  if (isAuthSessionMissingError(error)) return { kind: "sign-in" };
  const { status = 400, code = "unknown", message } = error;
  // A factor or identity that no longer exists, or a name that is taken: waiting does not help.
  if (status === 404 || status === 409) return { kind: "never", code, message };
  const seconds = status === 429 ? pauseSeconds() : null;
  return refusedOutcome(status, code, message, seconds === null ? null : String(seconds));
}
