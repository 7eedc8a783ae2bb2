import {
  type EarlyAccessForm,
  earlyAccessFormSchema,
} from "@contracts/new-early-access-request.ts";

export type Field = keyof EarlyAccessForm;

/**
 * Checks what was typed against the rules of the form.
 * @returns the form; or every message in order, and the messages by field
 */
export function checkForm(typed: EarlyAccessForm) {
  const parsed = earlyAccessFormSchema.safeParse(typed);
  if (parsed.success) return { ok: true as const, form: parsed.data };
  const { issues } = parsed.error;
  const byField: Partial<Record<Field, string>> = {};
  for (const { path, message } of issues) byField[path[0] as Field] ??= message;
  return {
    ok: false as const,
    messages: issues.map(({ message }) => message),
    first: issues[0]?.path[0] as Field,
    byField,
  };
}
