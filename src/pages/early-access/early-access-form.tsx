import {
  type EarlyAccessForm,
  earlyAccessFormSchema,
  FIELD_TECH_COUNT_LIMIT,
} from "@contracts/new-early-access-request.ts";
import { Button, Loader, TextInput, type TextInputProps } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { newRequestId, submitRequest } from "#sync/early-access/submit-request.ts";
import { showError, showStatus } from "#ui/toast.ts";
import classes from "./early-access-page.module.css";

const TRAP = "website";

const EMPTY: EarlyAccessForm = {
  company: "",
  name: "",
  email: "",
  phone: "",
  fieldTechCount: "",
  currentCrm: "",
};

const FIELDS: readonly [Field, string, TextInputProps][] = [
  ["company", "Company", { autoComplete: "organization" }],
  ["name", "Name", { autoComplete: "name" }],
  ["email", "Email", { type: "email", autoComplete: "email", autoCapitalize: "none" }],
  ["phone", "Phone", { type: "tel", autoComplete: "tel" }],
  [
    "fieldTechCount",
    "Number of Field Techs",
    { placeholder: "5-10", autoComplete: "off", maxLength: FIELD_TECH_COUNT_LIMIT },
  ],
  [
    "currentCrm",
    "Current CRM System",
    { placeholder: "Salesforce, ServiceTitan", autoComplete: "off" },
  ],
];

/**
 * The form. It is cleared when the request is sent or kept; after a failure the typed text stays.
 * A failed request that is sent again without changes has the same id: if the first try did arrive,
 * there is still only one row.
 */
export function RequestForm(props: { initial?: EarlyAccessForm }) {
  const [typed, setTyped] = useState(props.initial ?? EMPTY);
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const [busy, setBusy] = useState(false);
  const last = useRef<{ id: string; text: string } | null>(null);

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const inputs = event.currentTarget.elements;
    const checked = checkForm(typed);
    setWrong(checked.ok ? {} : checked.byField);
    if (!checked.ok) {
      showError("Validation Error", checked.messages.join(", "));
      const first = inputs.namedItem(checked.first);
      if (first instanceof HTMLElement) first.focus();
      return;
    }
    setBusy(true);
    const trap = inputs.namedItem(TRAP);
    const isCaught = trap instanceof HTMLInputElement && trap.value !== "";
    // A bot sees the usual message, but its request is neither sent nor kept.
    const isDone = isCaught ? thank() : await submit(checked.form);
    setBusy(false);
    // If the visitor typed on while it was sent, that text is the next request: do not clear it.
    if (isDone) setTyped((now) => (now === typed ? EMPTY : now));
  }

  /** @returns whether the request was sent, or kept to be sent later */
  async function submit(form: EarlyAccessForm): Promise<boolean> {
    const text = JSON.stringify(form);
    if (last.current?.text !== text) last.current = { id: newRequestId(), text };
    try {
      const outcome = await submitRequest(last.current.id, form);
      if (outcome.kind === "ok") thank();
      else if (outcome.kind === "later" && outcome.cause === "network") {
        showStatus("Saved on this device", "It will be sent when you are back online.");
      } else {
        showError("Error submitting form", outcome.message);
        return false;
      }
      last.current = null;
      return true;
    } catch (error) {
      console.error("The request could not be submitted:", error);
      showError("An error occurred", "Please try again later");
      return false;
    }
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void send(event)}>
      {FIELDS.map(([field, label, input]) => (
        <TextInput
          key={field}
          {...input}
          name={field}
          label={label}
          required
          // All fields are required: the page states it once instead of an asterisk in every label.
          withAsterisk={false}
          value={typed[field]}
          error={wrong[field]}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setTyped((before) => ({ ...before, [field]: value }));
            setWrong(({ [field]: _, ...others }) => others);
          }}
        />
      ))}
      {/* A trap for bots: people cannot see or reach this field, screen readers ignore it, and
          password managers do not fill it in. So only a bot that fills in every field fills it in. */}
      <div className={classes.trap} aria-hidden>
        <label>
          Website
          <input
            name={TRAP}
            type="text"
            tabIndex={-1}
            autoComplete="off"
            data-1p-ignore
            data-bwignore
            data-lpignore="true"
          />
        </label>
      </div>
      <Button
        type="submit"
        size="lg"
        className={classes.submit ?? ""}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={busy}
        {...(busy && { leftSection: <Loader size={20} color="currentColor" aria-hidden /> })}
      >
        {busy ? "Submitting..." : "Request Access"}
      </Button>
    </form>
  );
}

function thank(): true {
  showStatus("Thank you for your interest!", "We'll be in touch soon.");
  return true;
}

type Field = keyof EarlyAccessForm;

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
