import { z } from "zod/mini";

/**
 * The schema of an environment variable. Spaces around its text do not count, and an empty variable
 * is an unset one: null.
 * @param mustBe what the sentence about a wrong value says after "must be"
 * @param read takes the text; null when it is wrong
 * @param isSecret whether the sentence leaves out the value
 */
export function variable<T>(mustBe: string, read: (text: string) => T | null, isSecret = false) {
  return z.pipe(
    z.optional(z.string()),
    z.transform((value, { issues }): T | null => {
      const text = value?.trim();
      if (!text) return null;
      const result = read(text);
      if (result !== null) return result;
      const told = isSecret ? "" : `, not "${text}"`;
      issues.push({ code: "custom", input: value, message: `must be ${mustBe}${told}.` });
      return z.NEVER;
    }),
  );
}

/** Any text. */
export const text = variable("a text", (value) => value);

/** A whole number of ordinary digits. */
export function wholeNumber(least: number, most: number) {
  return variable(`a whole number from ${least} to ${most}`, (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    return number >= least && number <= most ? number : null;
  });
}

/** An address that paths are added to; without slashes at its end. */
export const baseAddress = variable("an address like https://api.example.com/v1", (value) =>
  URL.canParse(value) && /^https?:/i.test(value) ? value.replace(/\/+$/, "") : null,
);

/** What a schema makes of the variables that it names, or a sentence for each wrong one. */
export function readVariables<Values>(
  schema: z.ZodMiniType<Values>,
  variables: Readonly<Record<string, string | undefined>>,
) {
  const parsed = schema.safeParse(variables);
  if (parsed.success) return { values: parsed.data, faults: null };
  const faults = parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  return { values: null, faults };
}
