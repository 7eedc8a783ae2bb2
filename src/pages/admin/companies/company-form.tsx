import { COMPANY_NAME_LIMIT } from "@contracts/company.ts";
import { plainName } from "@contracts/plain-name.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { createCompany } from "#commands/companies.ts";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { showError } from "#ui/toast.ts";
import classes from "./companies-panel.module.css";

const MISSING = "Please enter a company name";

/** Creates a company from a typed name. */
export function CompanyForm() {
  const command = useCommand();
  const readOnly = useReadOnly();
  const [typed, setTyped] = useState("");
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const last = useRef<{ id: string; name: string } | null>(null);
  const field = useRef<HTMLInputElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (underWay.current || readOnly || command === null) return;
    const name = plainName(typed);
    if (name === "") {
      setMissing(true);
      field.current?.focus();
      return showError("Company name required", MISSING);
    }
    if (last.current?.name !== name) last.current = { id: crypto.randomUUID(), name };
    underWay.current = true;
    setBusy(true);
    const result = await createCompany(command, last.current);
    underWay.current = false;
    setBusy(false);
    if (!(await showResult(result, "Error creating company", "Company created!", name))) return;
    last.current = null;
    // If the person typed on while it was sent, that text is the name of the next company: keep it.
    setTyped((now) => (now === typed ? "" : now));
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        label="Company name"
        required
        withAsterisk={false}
        autoComplete="off"
        maxLength={COMPANY_NAME_LIMIT}
        disabled={readOnly}
        value={typed}
        error={missing && MISSING}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setMissing(false);
        }}
      />
      {/* Not `disabled` while busy: the button would lose the focus. */}
      <Button
        type="submit"
        className={classes.create ?? ""}
        disabled={readOnly}
        aria-disabled={busy}
      >
        {busy ? "Creating..." : "Create Company"}
      </Button>
    </form>
  );
}
