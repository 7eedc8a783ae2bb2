import type { SupabaseClient } from "@supabase/supabase-js";
import { hasSecurityKeys } from "./security-key.ts";

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

/** A factor in the auth server's format, with the fields that the app uses. */
interface WireFactor {
  id: string;
  factor_type: string;
  status: string;
  friendly_name?: string;
  phone?: string | null;
  created_at: string;
}

/**
 * The factors that a session still has to verify: none, or one of these factors, the best first. An
 * empty list means that this browser can ask for none of them.
 */
export type MissingFactor = { kind: "none" } | { kind: "one-of"; factors: readonly Factor[] };

/**
 * The kinds to ask for, the best first: an app needs no network of its own, a phone costs a
 * message.
 */
const ORDER: readonly Factor["kind"][] = ["totp", "webauthn", "phone"];

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
  const factors = countedFactors(data.session?.user.factors ?? []);
  return { kind: "one-of", factors: askableFactors(factors, hasSecurityKeys()) };
}

/** The fully set up factors of an account, of the kinds that the app knows. */
export function countedFactors(factors: readonly WireFactor[]): Factor[] {
  return factors.flatMap((factor) => {
    const kind = ORDER.find((each) => each === factor.factor_type);
    if (kind === undefined || factor.status !== "verified") return [];
    const { id, friendly_name, phone, created_at } = factor;
    return {
      id,
      kind,
      name: friendly_name || null,
      phoneEnding: phone ? phone.slice(-2) : null,
      addedAt: created_at,
    };
  });
}

/** The factors that this browser can ask for, the best first. */
export function askableFactors(factors: readonly Factor[], securityKeys: boolean): Factor[] {
  return factors
    .filter(({ kind }) => kind !== "webauthn" || securityKeys)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
