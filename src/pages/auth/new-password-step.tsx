import {
  describePasswordFault,
  passwordFault,
  passwordRule,
  readPasswordMinimum,
} from "@contracts/password.ts";
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useSession } from "#session/session.ts";
import { cancelSignIn, choosePassword, type SignInRefusal, useSignIn } from "#session/sign-in.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { describeRefusal } from "./describe-refusal.tsx";

/** Lets a person choose a new password who forgot theirs, or has a temporary one. */
export function NewPasswordStep(props: {
  email: string;
  onRefusal: (refusal: SignInRefusal) => void;
}) {
  const hasTemporaryPassword = useSignIn((state) => state.hasTemporaryPassword);
  const minimum = useSession(({ deployment }) => readPasswordMinimum(deployment));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const password = String(new FormData(event.currentTarget).get("password"));
    const fault = passwordFault(password, props.email, minimum);
    if (fault !== null) {
      setError(describePasswordFault(fault, minimum));
      return;
    }
    setBusy(true);
    setError(null);
    const refusal = await choosePassword(password);
    setBusy(false);
    if (refusal === null) return;
    setError(describeRefusal(refusal, true));
    props.onRefusal(refusal);
  }

  return (
    <>
      <PageHeading title="Choose a new password" subtitle={`For ${props.email}`} />
      {hasTemporaryPassword && (
        <p>
          You signed in with a temporary password that somebody else knows. Choose one of your own
          to go on. What waits on this device stays here.
        </p>
      )}
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        {/* Shows password managers which account the new password is for. */}
        <input type="hidden" name="email" autoComplete="username" value={props.email} readOnly />
        <PasswordInput
          name="password"
          label="New password"
          description={passwordRule(minimum)}
          autoComplete="new-password"
          error={error}
          errorProps={{ role: "alert" }}
        />
        <Button type="submit" size="lg" fullWidth loading={busy}>
          Save and sign in
        </Button>
      </form>
      <Button variant="subtle" fullWidth onClick={() => void cancelSignIn()}>
        Cancel
      </Button>
    </>
  );
}
