import { plainName } from "@contracts/plain-name.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { changeName } from "#session/own-account.ts";
import { showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";

/** The server's limit. */
const LONGEST = 200;

/** Edits the name that colleagues see. */
export function NameForm(props: { name: string; disabled: boolean }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || props.disabled) return;
    const name = plainName(String(new FormData(event.currentTarget).get("name")));
    if (name === "") {
      setError("Enter your name.");
      return;
    }
    setBusy(true);
    setError(null);
    const changed = await changeName(name);
    setBusy(false);
    if (changed.kind === "ok") showStatus("Name changed", `You are ${changed.value} now.`);
    else setError(describeAccountRefusal(changed));
  }

  return (
    <form noValidate className={classes.line} onSubmit={(event) => void submit(event)}>
      <TextInput
        // A name that was changed elsewhere replaces the shown one.
        key={props.name}
        name="name"
        label="Full name"
        autoComplete="name"
        maxLength={LONGEST}
        defaultValue={props.name}
        disabled={props.disabled}
        error={error}
        errorProps={{ role: "alert" }}
      />
      <Button type="submit" variant="default" loading={busy} disabled={props.disabled}>
        Save name
      </Button>
    </form>
  );
}
