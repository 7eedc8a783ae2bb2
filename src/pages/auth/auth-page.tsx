import { Alert } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router-dom";
import { signIn, useSession } from "../../session/session.ts";
import { Brand } from "../../ui/brand.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { DemoAccounts } from "./demo-accounts.tsx";
import { FIRST_CONNECTION, refusalWords } from "./refusal-words.ts";
import { SignInForm } from "./sign-in-form.tsx";

const FORM = "form";

/** Where a person signs in. Who already is never sees it: the guards see to that. */
export function AuthPage() {
  const deployment = useSession((session) => session.deployment);
  const ended = useSession((session) => session.ended);
  const { online } = useNetwork();
  // What was pressed: the form, or a demo account by its email.
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function attempt(pressed: string, email: string, password: string): Promise<void> {
    setBusy(pressed);
    setFailure(null);
    const refusal = await signIn(email, password);
    setBusy(null);
    if (refusal === null) return;
    setFailure(refusalWords(refusal, useSession.getState().deployment !== null));
  }

  const shownFailure = failure ?? (deployment === null && !online ? FIRST_CONNECTION : null);
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Brand tagline />
        <PageHeading title="Sign In" />
        {ended && failure === null && (
          <Alert color="yellow" role="status" title="Your session has ended">
            Sign in again; what waits on this device will be sent then.
          </Alert>
        )}
        {shownFailure !== null && (
          <Alert color="red" role="alert" title="You are not signed in">
            {shownFailure}
          </Alert>
        )}
        <SignInForm
          loading={busy === FORM}
          disabled={busy !== null && busy !== FORM}
          onSubmit={(email, password) => attempt(FORM, email, password)}
        />
        <p className={classes.access}>
          New here?{" "}
          <Link to="/early-access" className={classes.link}>
            Request access
          </Link>
        </p>
        {deployment?.demoAccounts !== undefined && (
          <DemoAccounts
            accounts={deployment.demoAccounts}
            busy={busy}
            onChoose={(email, password) => attempt(email, email, password)}
          />
        )}
      </div>
    </main>
  );
}
