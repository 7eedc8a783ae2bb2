import type { SupabaseClient } from "@supabase/supabase-js";

/** What a session still lacks; `other` is a verified factor that no code of an app can answer. */
export type MissingFactor =
  | { kind: "none" }
  | { kind: "code"; factorId: string }
  | { kind: "other" };

/** Whether a client's session belongs to an account with a second factor that was not asked for yet. */
export async function missingFactor(client: SupabaseClient): Promise<MissingFactor> {
  const { data: level } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  if (level === null || level.nextLevel !== "aal2" || level.currentLevel === "aal2") {
    return { kind: "none" };
  }
  const { data } = await client.auth.getSession();
  const factors = data.session?.user.factors ?? [];
  const app = factors.find(({ status, factor_type }) => {
    return status === "verified" && factor_type === "totp";
  });
  return app === undefined ? { kind: "other" } : { kind: "code", factorId: app.id };
}
