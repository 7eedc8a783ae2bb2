import type { SupabaseClient } from "@supabase/supabase-js";
import { hasSecurityKeys } from "./security-key.ts";

/** A second factor that counts. */
export interface Factor {
  id: string;
  kind: "totp" | "phone" | "webauthn";
  name: string | null;
  /** The last two digits of a phone's number, where the auth server tells it. */
  phoneEnding: string | null;
  /** ISO 8601. */
  addedAt: string;
}

/** As the auth server says it, as far as it matters here. */
interface WireFactor {
  id: string;
  factor_type: string;
  status: string;
  friendly_name?: string;
  phone?: string | null;
  created_at: string;
}

/** What a session still lacks: one of these factors, the best first; none: no factor that can be asked for here. */
export type MissingFactor = { kind: "none" } | { kind: "one-of"; factors: readonly Factor[] };

/** The best to ask for first: what needs no network of its own, and only then what costs a message. */
const ORDER: readonly Factor["kind"][] = ["totp", "webauthn", "phone"];

/** Whether a client's session belongs to an account with a second factor that was not asked for yet. */
export async function missingFactor(client: SupabaseClient): Promise<MissingFactor> {
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  if (level === null || level.nextLevel !== "aal2" || level.currentLevel === "aal2") {
    return { kind: "none" };
  }
  const { data } = await client.auth.getSession();
  const factors = countedFactors(data.session?.user.factors ?? []);
  return { kind: "one-of", factors: askableFactors(factors, hasSecurityKeys()) };
}

/** The factors of an account that were finished, of the kinds that the app knows. */
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

/** Those of an account's factors that can be asked for in this browser, the best first. */
export function askableFactors(factors: readonly Factor[], securityKeys: boolean): Factor[] {
  return factors
    .filter(({ kind }) => kind !== "webauthn" || securityKeys)
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
