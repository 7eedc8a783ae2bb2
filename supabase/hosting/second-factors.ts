import {
  type SecondFactor,
  secondFactorSchema,
} from "../functions/_shared/contracts/deployment-config.ts";

/**
 * Reads what the auth server has as second factors beside authenticator apps.
 * @param text `phone`, `webauthn`, or both with a comma between them
 * @throws Error in words for the operator, when there is something else in it
 */
export function readSecondFactors(text: string): SecondFactor[] {
  const words = text.split(",").map((word) => word.trim());
  return words.filter(Boolean).map((word) => {
    const read = secondFactorSchema.safeParse(word);
    if (read.success) return read.data;
    const known = secondFactorSchema.options.map((each) => `"${each}"`).join(" and ");
    throw new Error(`VITE_SUPABASE_SECOND_FACTORS knows ${known}, and not "${word}".`);
  });
}
