import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import classes from "./administration.module.css";
import { useReadOnly } from "./use-command.ts";

/** Adds something that needs only one text. */
export function OneFieldForm(props: {
  label: string;
  description?: string;
  maxLength: number;
  /** The words of the button, and those while it is being added. */
  words: readonly [add: string, adding: string];
  /** The problem of a text, in one sentence; null if there is none. */
  findProblem: (text: string) => string | null;
  /** @returns whether it was added */
  onAdd: (text: string) => Promise<boolean>;
}) {
  const { label, description, maxLength, words } = props;
  const readOnly = useReadOnly();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || readOnly) return;
    const wrong = props.findProblem(typed);
    setProblem(wrong);
    if (wrong !== null) return field.current?.focus();
    setBusy(true);
    const isAdded = await props.onAdd(typed);
    setBusy(false);
    // If the person typed on while it was sent, that text is the next one: keep it.
    if (isAdded) setTyped((now) => (now === typed ? "" : now));
  }

  return (
    <form noValidate className={classes.oneField} onSubmit={(event) => void submit(event)}>
      <TextInput
        {...{ ref: field, label, description, maxLength }}
        required
        withAsterisk={false}
        autoComplete="off"
        inputWrapperOrder={["label", "input", "description", "error"]}
        disabled={readOnly}
        value={typed}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          setProblem(null);
        }}
      />
      {/* Not `disabled` while busy: the button would lose the focus. */}
      <Button
        type="submit"
        className={classes.add ?? ""}
        disabled={readOnly}
        aria-disabled={busy || undefined}
      >
        {words[busy ? 1 : 0]}
      </Button>
    </form>
  );
}
