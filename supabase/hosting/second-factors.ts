import {
  type SecondFactor,
  secondFactorSchema,
} from "../functions/_shared/contracts/deployment-config.ts";

/**
 * Reads which second factors the auth server offers besides authenticator apps: `phone`, `webauthn`, or
 * both.
 * @throws Error with a message for the operator, for any other text
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
