import {
  type EarlyAccessForm,
  earlyAccessFormSchema,
} from "@contracts/new-early-access-request.ts";

export type Field = keyof EarlyAccessForm;

/**
 * The checked form; or why it cannot be sent: every message in order, and the messages by field.
 */
export type CheckedForm =
  | { ok: true; form: EarlyAccessForm }
  | { ok: false; messages: string[]; first: Field; byField: Partial<Record<Field, string>> };

/** Checks what was typed against the rules of the form. */
export function checkForm(typed: EarlyAccessForm): CheckedForm {
  const parsed = earlyAccessFormSchema.safeParse(typed);
  if (parsed.success) return { ok: true, form: parsed.data };
  const { issues } = parsed.error;
  const byField: Partial<Record<Field, string>> = {};
  for (const { path, message } of issues) byField[path[0] as Field] ??= message;
  return {
    ok: false,
    messages: issues.map(({ message }) => message),
    first: issues[0]?.path[0] as Field,
    byField,
  };
}
