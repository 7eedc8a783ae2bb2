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

const NAME = "website";

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
 */
export function RequestForm(props: { initial?: EarlyAccessForm }) {
  const [typed, setTyped] = useState(props.initial ?? EMPTY);
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const { busy, submit } = useRequestForm();

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
    // If the visitor typed on while it was sent, that text is the next request: do not clear it.
    if (await submit(checked.form, isCaught(inputs)))
      setTyped((now) => (now === typed ? EMPTY : now));
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
      <HoneypotField />
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

/**
 * A trap for bots: people cannot see or reach this field, screen readers ignore it, and password
 * managers do not fill it in. So only a bot that fills in every field fills it in.
 */
function HoneypotField() {
  return (
    <div className={classes.trap} aria-hidden>
      <label>
        Website
        <input
          name={NAME}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-bwignore
          data-lpignore="true"
        />
      </label>
    </div>
  );
}

/** Whether the trap field among these form inputs was filled in. */
function isCaught(inputs: HTMLFormControlsCollection): boolean {
  const trap = inputs.namedItem(NAME);
  return trap instanceof HTMLInputElement && trap.value !== "";
}

type Field = keyof EarlyAccessForm;

/**
 * The checked form; or why it cannot be sent: every message in order, and the messages by field.
 */
type CheckedForm =
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

/**
 * Sends the form, one request at a time, and shows a toast with the result. A failed request that
 * is sent again without changes has the same id: if the first try did arrive, there is still only
 * one row.
 */
function useRequestForm() {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const last = useRef<{ id: string; form: EarlyAccessForm } | null>(null);

  /**
   * @param caught a bot has filled in the form: it sees the usual message, but the request is
   * neither sent nor kept
   * @returns whether the request was sent, or kept to be sent later
   */
  async function submit(form: EarlyAccessForm, caught: boolean): Promise<boolean> {
    if (underWay.current) return false;
    if (caught) {
      thank();
      return true;
    }
    underWay.current = true;
    setBusy(true);
    try {
      if (last.current === null || !same(last.current.form, form)) {
        last.current = { id: newRequestId(), form };
      }
      const outcome = await submitRequest(last.current.id, form);
      if (outcome.kind === "ok") {
        thank();
      } else if (outcome.kind === "later" && outcome.cause === "network") {
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
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  }

  return { busy, submit };
}

function thank(): void {
  showStatus("Thank you for your interest!", "We'll be in touch soon.");
}

function same(a: EarlyAccessForm, b: EarlyAccessForm): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
