import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSession } from "#session/session.ts";
import { type SignInRefusal, useSignIn } from "#session/sign-in.ts";
import { Brand } from "#ui/brand.tsx";
import classes from "./auth-page.module.css";
import { CredentialsStep } from "./credentials-step.tsx";
import { isForgotPassword } from "./steps.ts";

// Most people meet none of these.
const ArrivingStep = lazy(() =>
  import("./arriving-step.tsx").then((step) => ({ default: step.ArrivingStep })),
);
const ForgotPasswordStep = lazy(() =>
  import("./forgot-password-step.tsx").then((step) => ({ default: step.ForgotPasswordStep })),
);
const SecondFactorStep = lazy(() =>
  import("./second-factor-step.tsx").then((step) => ({ default: step.SecondFactorStep })),
);
const NewPasswordStep = lazy(() =>
  import("./new-password-step.tsx").then((step) => ({ default: step.NewPasswordStep })),
);

/** Where a person signs in, one step at a time. Who already is never sees it: the guards see to that. */
export function AuthPage() {
  const { step, email } = useSignIn();
  const arrival = useSession((session) => session.arrival);
  const [search] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);

  // What a step says of itself stays with it; what ends the attempt is said where it begins again.
  function left(reason: SignInRefusal): void {
    if (useSignIn.getState().step === "credentials") setRefusal(reason);
  }

  function current() {
    if (step === "second-factor") return <SecondFactorStep onRefusal={left} />;
    if (step === "new-password") return <NewPasswordStep email={email} onRefusal={left} />;
    if (arrival !== null) return <ArrivingStep arrival={arrival} onRefusal={setRefusal} />;
    if (isForgotPassword(search)) return <ForgotPasswordStep email={typed} onEmail={setTyped} />;
    return (
      <CredentialsStep email={typed} onEmail={setTyped} refusal={refusal} onRefusal={setRefusal} />
    );
  }

  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Brand tagline />
        <Suspense fallback={null}>{current()}</Suspense>
      </div>
    </main>
  );
}
