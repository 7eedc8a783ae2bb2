import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import classes from "../settings-page.module.css";

/** Asks for the name of a new factor, and for other fields of its kind. */
export function FactorNameForm(props: {
  /** The suggested name if it is not taken. */
  first: string;
  description: string;
  takenNames: readonly string[];
  disabled: boolean;
  /**
   * Continues with this name.
   * @returns why that is not possible, or null
   */
  onName: (name: string, form: FormData) => Promise<string | null>;
  onCancel: () => void;
  /** More fields below the name. */
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || props.disabled) return;
    const form = new FormData(event.currentTarget);
    const name = String(form.get("factor")).trim();
    if (name === "") {
      setError("Enter a name.");
      return;
    }
    setBusy(true);
    setError(null);
    const refusal = await props.onName(name, form);
    setBusy(false);
    setError(refusal);
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        name="factor"
        label="Name"
        description={props.description}
        maxLength={60}
        defaultValue={freeName(props.first, props.takenNames)}
        error={error}
        errorProps={{ role: "alert" }}
      />
      {props.children}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={props.disabled}>
          Continue
        </Button>
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The first free name of "Phone", "Phone 2" and so on. */
function freeName(first: string, taken: readonly string[]): string {
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(`${first} ${number}`)) number += 1;
  return `${first} ${number}`;
}
