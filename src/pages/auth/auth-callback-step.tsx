import { Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { AuthCallback } from "#session/auth-callback.ts";
import { cancelSignIn, finishAuthCallback, type SignInRefusal } from "#session/sign-in.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { RefusalAlert } from "./refusal-alert.tsx";
import { refusalWords } from "./refusal-words.ts";

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
          <RefusalAlert>{refusalWords(refused, true)}</RefusalAlert>
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
