import { plainName } from "@contracts/plain-name.ts";
import { type SpokenTerm, TERM_LIMIT } from "@contracts/vocabulary.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { findProblem } from "./vocabulary-csv.ts";
import classes from "./vocabulary-panel.module.css";

/** Adds one entry by hand. */
export function NewTermForm(props: {
  readOnly: boolean;
  /** @returns whether it was added */
  onAdd: (entry: SpokenTerm) => Promise<boolean>;
}) {
  const [term, setTerm] = useState("");
  const [heard, setHeard] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || props.readOnly) return;
    const entry = { term: plainName(term), heard: plainName(heard) || null };
    const wrong = findProblem(entry);
    setProblem(wrong);
    field.current?.focus();
    if (wrong !== null) return;
    setBusy(true);
    if (await props.onAdd(entry)) {
      setTerm("");
      setHeard("");
    }
    setBusy(false);
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        label="Term"
        description="As your company writes it, for example HX-200"
        maxLength={TERM_LIMIT}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={props.readOnly || busy}
        value={term}
        error={problem}
        errorProps={{ role: "alert" }}
        onChange={({ currentTarget: { value } }) => {
          setTerm(value);
          setProblem(null);
        }}
      />
      <TextInput
        label="Always replaces (optional)"
        description="What is heard instead, for example contractor"
        maxLength={TERM_LIMIT}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={props.readOnly || busy}
        value={heard}
        onChange={({ currentTarget: { value } }) => setHeard(value)}
      />
      {/* Not `disabled` while busy: the button would lose the focus. */}
      <Button
        type="submit"
        className={classes.start}
        disabled={props.readOnly}
        aria-disabled={busy || undefined}
      >
        {busy ? "Adding..." : "Add term"}
      </Button>
    </form>
  );
}
