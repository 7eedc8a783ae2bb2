import {
  type AuthError,
  type Factor as AuthFactor,
  AuthUnknownError,
  type MFAVerifyWebauthnParams,
  type SupabaseClient,
} from "@supabase/supabase-js";

/** A second factor that is fully set up. */
export interface Factor {
  id: string;
  kind: "totp" | "phone" | "webauthn";
  name: string | null;
  /** The last two digits of a phone's number, if the auth server returns the number. */
  phoneEnding: string | null;
  /** ISO 8601. */
  addedAt: string;
}

/** A factor in the auth server's format. */
type WireFactor = AuthFactor & { phone?: string | null };

/**
 * The factors that a session still has to verify: none, or one of these factors, the best first. An
 * empty list means that this browser can ask for none of them.
 */
export type MissingFactor = { kind: "none" } | { kind: "one-of"; factors: readonly Factor[] };

/** Why a security key or passkey was not verified, when the failure is not the auth server's. */
export type KeyRefusal =
  /** The person closed the dialog, or did not answer it in time. */
  | { kind: "cancelled" }
  /** The account already has this key. */
  | { kind: "known-key" }
  /** The auth server rejects the key's signature. */
  | { kind: "wrong-key" };

/**
 * The kinds to ask for, the best first: an app needs no network of its own, a phone costs a
 * message.
 */
const ORDER: readonly Factor["kind"][] = ["totp", "webauthn", "phone"];

/**
 * Minimum time between two messages to one phone (ms). Messages cost money, and auth servers refuse
 * one that comes sooner.
 */
const PAUSE_MS = 60_000;

/**
 * Finds out whether the account of a client's session has a second factor that the session has not
 * verified.
 */
export async function missingFactor(client: SupabaseClient): Promise<MissingFactor> {
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  if (level === null || level.nextLevel !== "aal2" || level.currentLevel === "aal2") {
    return { kind: "none" };
  }
  const { data } = await client.auth.getSession();
  return { kind: "one-of", factors: askableFactors(countedFactors(data.session?.user.factors)) };
}

/** The fully set up factors of an account, of the kinds that the app knows. */
export function countedFactors(factors: readonly WireFactor[] = []): Factor[] {
  return factors.flatMap((factor) => {
    const kind = ORDER.find((each) => each === factor.factor_type);
    if (kind === undefined || factor.status !== "verified") return [];
    const { id, friendly_name, phone, created_at: addedAt } = factor;
    return {
      ...{ id, kind, addedAt, name: friendly_name || null },
      phoneEnding: phone ? phone.slice(-2) : null,
    };
  });
}

/** The factors that this browser can ask for, the best first. */
export function askableFactors(factors: readonly Factor[]): Factor[] {
  return factors
    .filter(({ kind }) => kind !== "webauthn" || hasSecurityKeys())
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

/** Whether this browser can ask for security keys and passkeys. */
export const hasSecurityKeys = () => "PublicKeyCredential" in globalThis;

/** The part of `navigator` that pages have. Workers, which share this code, do not have it. */
interface KeyDialogs {
  credentials: Record<"create" | "get", (options: object) => Promise<Answer | null>>;
}

type Answer = MFAVerifyWebauthnParams["webauthn"]["credential_response"];

/**
 * Verifies the second factors of a client's account.
 * @param refused turns an error of the auth server into what the methods return
 */
export function openProofs<Refused>(
  { auth: { mfa } }: SupabaseClient,
  refused: (error: AuthError) => Refused,
) {
  /** The last message to each phone; only its code is valid. */
  const messages = new Map<string, { challengeId: string; againAt: number }>();

  async function verifyCode({ id, kind }: Pick<Factor, "id" | "kind">, code: string) {
    if (kind !== "phone") return mfa.challengeAndVerify({ factorId: id, code });
    const message = messages.get(id);
    if (message === undefined)
      return { error: new AuthUnknownError("Have a code sent first.", null) };
    return mfa.verify({ factorId: id, challengeId: message.challengeId, code });
  }

  return {
    /**
     * Has a code sent to a phone, unless one was sent a moment ago.
     * @returns when another one can be sent (epoch ms)
     */
    async sendCode(factorId: string): Promise<number | Refused> {
      const before = messages.get(factorId);
      if (before !== undefined && Date.now() < before.againAt) return before.againAt;
      const { data, error } = await mfa.challenge({ factorId, channel: "sms" });
      if (error !== null) return refused(error);
      const againAt = Date.now() + PAUSE_MS;
      messages.set(factorId, { challengeId: data.id, againAt });
      return againAt;
    },

    /**
     * Verifies a factor with the code that its app shows or that was sent to it.
     * @returns null when the code was correct
     */
    async enterCode(factor: Pick<Factor, "id" | "kind">, code: string): Promise<Refused | null> {
      const { error } = await verifyCode(factor, code);
      return error === null ? null : refused(error);
    },

    /**
     * Has the browser ask for a security key or passkey, and sends the answer to the auth server. A
     * factor that is being added is then set up, and the session has verified it. auth-js's own
     * method accepts only plugged-in keys, and may remove another key of the same name.
     * @returns null when the auth server accepted it
     */
    async showKey(factorId: string): Promise<Refused | KeyRefusal | null> {
      const party = { rpId: location.hostname, rpOrigins: [location.origin] };
      try {
        const { data: challenge, error } = await mfa.challenge({ factorId, webauthn: party });
        if (error !== null) return refused(error);
        const { type, credential_options } = challenge.webauthn;
        const { credentials } = navigator as unknown as KeyDialogs;
        const credential = await (type === "create"
          ? credentials.create(credential_options)
          : credentials.get(credential_options));
        if (credential === null) return { kind: "cancelled" };
        const { error: refusal } = await mfa.verify({
          factorId,
          challengeId: challenge.id,
          webauthn: { ...party, type, credential_response: credential },
        });
        if (refusal === null) return null;
        // The auth server answers 500, with nothing more specific, to a signature that it rejects.
        return refusal.status === 500 ? { kind: "wrong-key" } : refused(refusal);
      } catch (thrown) {
        const name = thrown instanceof DOMException ? thrown.name : null;
        if (name === "NotAllowedError" || name === "AbortError") return { kind: "cancelled" };
        if (name === "InvalidStateError") return { kind: "known-key" };
        const message = "Your browser can't use security keys here.";
        return refused(new AuthUnknownError(message, thrown));
      }
    },
  };
}
