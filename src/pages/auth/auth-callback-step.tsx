import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { AuthCallback } from "#session/auth-callback.ts";
import {
  acceptLink,
  cancelSignIn,
  finishAuthCallback,
  type SignInRefusal,
} from "#session/sign-in.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { describeRefusal, RefusalAlert } from "./describe-refusal.tsx";

/** Signs in a person who arrives by a link or from an external sign-in. */
export function AuthCallbackStep(props: {
  callback: AuthCallback;
  onRefusal: (refusal: SignInRefusal | null) => void;
}) {
  const { callback, onRefusal } = props;
  const [refused, setRefused] = useState<SignInRefusal | null>(null);
  const check = useCallback(async () => {
    setRefused(null);
    const refusal = await finishAuthCallback(callback);
    if (refusal?.kind === "unreachable") setRefused(refusal);
    else onRefusal(refusal);
  }, [callback, onRefusal]);
  useEffect(() => void check(), [check]);

  return (
    <>
      <PageHeading title="Sign In" />
      {refused === null ? (
        <p role="status">Checking who you are…</p>
      ) : (
        <>
          <RefusalAlert>{describeRefusal(refused, true)}</RefusalAlert>
          <Button size="lg" fullWidth onClick={() => void check()}>
            Try again
          </Button>
          <Button variant="subtle" fullWidth onClick={() => void cancelSignIn()}>
            Cancel
          </Button>
        </>
      )}
    </>
  );
}

/** Asks a person whether a link is theirs that was not asked for in this browser. */
export function UnaskedLinkStep(props: {
  email: string;
  onRefusal: (refusal: SignInRefusal) => void;
}) {
  const { email, onRefusal } = props;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<SignInRefusal | null>(null);

  async function goOn(): Promise<void> {
    setBusy(true);
    const refusal = await acceptLink();
    setBusy(false);
    setRefused(refusal);
    if (refusal !== null) onRefusal(refusal);
  }

  return (
    <>
      <PageHeading title="Is this your account?" subtitle={email} />
      <p>
        The link that you opened is for {email}, and was not asked for in this browser. Go on only
        if this is your account and you expected the mail. Then choose a password for it.
      </p>
      {refused !== null && <RefusalAlert>{describeRefusal(refused, true)}</RefusalAlert>}
      <Button size="lg" fullWidth loading={busy} onClick={() => void goOn()}>
        Go on as {email}
      </Button>
      <Button variant="subtle" fullWidth onClick={() => void cancelSignIn()}>
        Cancel
      </Button>
    </>
  );
}
