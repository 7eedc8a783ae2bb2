import {
  FIELD_TECH_COUNT_LIMIT,
  type EarlyAccessForm as Form,
} from "@contracts/new-early-access-request.ts";
import { Button, Loader, TextInput, type TextInputProps } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { showError } from "#ui/toast.ts";
import { checkForm, type Field } from "./check-form.ts";
import classes from "./early-access-page.module.css";
import { useRequestForm } from "./use-request-form.ts";

const NAME = "website";

const EMPTY: Form = {
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
export function EarlyAccessForm(props: { initial?: Form }) {
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
