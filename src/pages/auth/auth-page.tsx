import { lazy, Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useSession } from "#session/session.ts";
import { type SignInRefusal, useSignIn } from "#session/sign-in.ts";
import { Brand } from "#ui/brand.tsx";
import classes from "./auth-page.module.css";
import { CredentialsStep } from "./credentials-step.tsx";

// Loaded only when needed: most people never see these steps.
const AuthCallbackStep = lazy(() =>
  import("./auth-callback-step.tsx").then((step) => ({ default: step.AuthCallbackStep })),
);
const UnaskedLinkStep = lazy(() =>
  import("./auth-callback-step.tsx").then((step) => ({ default: step.UnaskedLinkStep })),
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

/** Signs a person in, step by step. */
export function AuthPage() {
  const { step, email } = useSignIn();
  const callback = useSession((session) => session.authCallback);
  const [search] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState<SignInRefusal | null>(null);

  // Each step shows its own errors. An error that ends the sign-in is shown in the first step,
  // where the sign-in starts again.
  function left(reason: SignInRefusal): void {
    if (useSignIn.getState().step === "credentials") setRefusal(reason);
  }

  function current() {
    if (step === "unasked-link") return <UnaskedLinkStep email={email} onRefusal={left} />;
    if (step === "second-factor") return <SecondFactorStep onRefusal={left} />;
    if (step === "new-password") return <NewPasswordStep email={email} onRefusal={left} />;
    if (callback !== null) return <AuthCallbackStep callback={callback} onRefusal={setRefusal} />;
    if (search.get("step") === "forgot-password")
      return <ForgotPasswordStep email={typed} onEmail={setTyped} />;
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
