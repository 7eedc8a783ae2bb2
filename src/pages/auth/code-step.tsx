import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { cancelSignIn, enterCode, type SignInRefusal } from "../../session/sign-in.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { refusalWords } from "./refusal-words.ts";
import { isSecondFactor, SECOND_FACTOR } from "./steps.ts";

/** Asks for the second factor of an account that has one. */
export function CodeStep(props: { email: string; onRefusal: (refusal: SignInRefusal) => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    // Asked of the browser: effects run twice in development, and one entry is enough.
    if (!isSecondFactor(new URLSearchParams(location.search))) navigate(SECOND_FACTOR);
    const leave = () => void cancelSignIn();
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, [navigate]);
  // There is one thing to do here.
  useEffect(() => field.current?.focus(), []);

  function refuse(words: string): void {
    setError(words);
    field.current?.focus();
    // The next code is typed over this one.
    field.current?.select();
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // Apps show it in two groups of three.
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) {
      refuse("Enter the 6 digits.");
      return;
    }
    setBusy(true);
    setError(null);
    const refusal = await enterCode(code);
    setBusy(false);
    if (refusal === null) return;
    refuse(refusalWords(refusal, true));
    props.onRefusal(refusal);
  }

  return (
    <>
      <PageHeading title="Second factor" subtitle={`Signing in as ${props.email}`} />
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          ref={field}
          name="code"
          label="6-digit code"
          description="Your authenticator app shows it."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          error={error}
          errorProps={{ role: "alert" }}
        />
        <Button type="submit" size="lg" fullWidth loading={busy}>
          Verify
        </Button>
      </form>
      <Button
        variant="subtle"
        fullWidth
        onClick={() => {
          void cancelSignIn();
          navigate("/auth", { replace: true });
        }}
      >
        Back to sign in
      </Button>
    </>
  );
}
