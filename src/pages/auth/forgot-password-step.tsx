import { Alert, Button, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import { askForResetLink } from "#session/external-sign-in.ts";
import { useSession } from "#session/session.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { describeRefusal } from "./describe-refusal.tsx";

type Result = { kind: "sent"; to: string } | { kind: "failed"; words: string };

function buttonLabel(sendsMail: boolean, again: boolean): string {
  if (sendsMail) return again ? "Send it again" : "Send link";
  return again ? "Ask again" : "Ask for a link";
}

/** Requests a link to set a new password. It never reveals whether the account exists. */
export function ForgotPasswordStep(props: { email: string; onEmail: (email: string) => void }) {
  const sendsMail = useSession((session) => session.deployment?.sendsMail ?? true);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    const valid = /^[^@\s]+@[^@\s]+$/.test(email);
    setError(valid ? null : "Enter your email.");
    if (!valid) return;
    setBusy(true);
    setResult(null);
    const answer = await askForResetLink(email);
    const knowsBackend = useSession.getState().deployment !== null;
    setResult(
      answer.kind === "asked"
        ? { kind: "sent", to: email }
        : { kind: "failed", words: describeRefusal(answer, knowsBackend) },
    );
    setBusy(false);
  }

  return (
    <>
      <PageHeading
        title="Forgot password"
        subtitle={
          sendsMail
            ? "We send you a link to choose a new one."
            : "This server sends no mail: ask your administrator for a temporary password."
        }
      />
      {result?.kind === "sent" &&
        (sendsMail ? (
          <Alert role="status" title="Check your mail">
            If there is an account for {result.to}, a link is on its way.
          </Alert>
        ) : (
          <Alert role="status" title="Ask your administrator">
            They can set a temporary password for you. If there is an account for {result.to}, a
            link was made. This server sends no mail: whoever runs it finds the link in its data
            folder, and passes it on.
          </Alert>
        ))}
      {result?.kind === "failed" && (
        <Alert color="red" role="alert" title="No link was sent">
          {result.words}
        </Alert>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={props.email}
          onChange={(event) => props.onEmail(event.currentTarget.value.trim())}
          error={error}
        />
        <Button type="submit" size="lg" fullWidth loading={busy}>
          {buttonLabel(sendsMail, result?.kind === "sent")}
        </Button>
      </form>
      <p className={classes.access}>
        <Link to="/auth" className={classes.link}>
          Back to sign in
        </Link>
      </p>
    </>
  );
}
