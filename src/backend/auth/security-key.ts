import {
  type AuthError,
  AuthUnknownError,
  type MFAVerifyWebauthnParams,
  type SupabaseClient,
} from "@supabase/supabase-js";

/** Why a security key or passkey was not verified. */
export type KeyFailure =
  /** The dialog was closed, or nobody answered it in time. */
  | { kind: "cancelled" }
  /** The account already has this key. */
  | { kind: "known-key" }
  /** The auth server rejects the key's signature. */
  | { kind: "wrong-key" }
  | { kind: "error"; error: AuthError };

/** The part of `navigator` that pages have. Workers, which share this code, do not have it. */
interface KeyDialogs {
  credentials: Record<"create" | "get", (options: object) => Promise<Answer | null>>;
}

type Answer = MFAVerifyWebauthnParams["webauthn"]["credential_response"];

/** Whether this browser can ask for security keys and passkeys. */
export function hasSecurityKeys(): boolean {
  return "PublicKeyCredential" in globalThis;
}

/**
 * Has the browser ask for a security key or passkey, and sends the answer to the auth server. A
 * factor that is being added is then set up, and the session has verified it. auth-js's own method
 * accepts only plugged-in keys, and may remove another key of the same name.
 * @returns null when the auth server accepted it
 */
export async function showKey(
  { auth: { mfa } }: SupabaseClient,
  factorId: string,
): Promise<KeyFailure | null> {
  const party = { rpId: location.hostname, rpOrigins: [location.origin] };
  try {
    const { data: challenge, error } = await mfa.challenge({ factorId, webauthn: party });
    if (error !== null) return { kind: "error", error };
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
    return refusal.status === 500 ? { kind: "wrong-key" } : { kind: "error", error: refusal };
  } catch (thrown) {
    return toKeyFailure(thrown);
  }
}

function toKeyFailure(thrown: unknown): KeyFailure {
  const name = thrown instanceof DOMException ? thrown.name : null;
  if (name === "NotAllowedError" || name === "AbortError") return { kind: "cancelled" };
  if (name === "InvalidStateError") return { kind: "known-key" };
  const message = "Your browser can't use security keys here.";
  return { kind: "error", error: new AuthUnknownError(message, thrown) };
}
