import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MINIMUM } from "#supabase/functions/_shared/contracts/password.ts";

/** The package's most common passwords that are long enough to be chosen, most frequent first. */
export function commonestLongEnough(): string[] {
  const commonest = (dictionary as Record<string, readonly (string | number)[]>)[
    "passwords-common"
  ];
  return [...new Set((commonest ?? []).map((password) => String(password).toLowerCase()))].filter(
    (password) => password.length >= PASSWORD_MINIMUM,
  );
}
