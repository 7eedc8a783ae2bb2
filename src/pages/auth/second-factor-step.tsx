import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router-dom";
import {
  enterCode,
  type Factor,
  type FactorRefusal,
  isKeyRefusal,
  sendCode,
  showKey,
} from "#session/factor-answers.ts";
import { cancelSignIn, type SignInRefusal, useSignIn } from "#session/sign-in.ts";
import { AppCodeForm, PhoneCodeForm } from "#ui/code-form.tsx";
import { FACTOR_KINDS, factorTitle } from "#ui/factor-title.ts";
import { KeyForm } from "#ui/key-form.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import { SendAgain } from "#ui/sent-code.tsx";
import classes from "./auth-page.module.css";
import { describeRefusal } from "./describe-refusal.ts";

/** Asks for the account's second factor, or for one of several. */
export function SecondFactorStep(props: { onRefusal: (refusal: SignInRefusal) => void }) {
  const { email, factors } = useSignIn();
  const [chosen, setChosen] = useState(factors[0]?.id);
  const navigate = useNavigate();

  useEffect(() => {
    // Read from the browser's address and not from React state: effects run twice in development,
    // and one history entry is enough.
    const search = "?step=second-factor";
    if (location.search !== search) navigate(`/auth${search}`);
    const leave = () => void cancelSignIn();
    window.addEventListener("popstate", leave);
    return () => window.removeEventListener("popstate", leave);
  }, [navigate]);

  const factor = factors.find(({ id }) => id === chosen);
  const others = factors.filter(({ id }) => id !== chosen);
  return (
    <>
      <PageHeading title="Second factor" subtitle={`Signing in as ${email}`} />
      {factor !== undefined && (
        <FactorForm key={factor.id} factor={factor} onRefusal={props.onRefusal} />
      )}
      {others.length > 0 && (
        <section aria-labelledby="other-factors" className={classes.demo}>
          <h2 id="other-factors" className={classes.demoTitle}>
            Or use another one
          </h2>
          {others.map((other) => (
            <Button key={other.id} variant="default" fullWidth onClick={() => setChosen(other.id)}>
              {other.name === null
                ? factorTitle(other)
                : `${other.name} (${kindInSentence(other)})`}
            </Button>
          ))}
        </section>
      )}
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

const kindInSentence = ({ kind }: Factor): string => FACTOR_KINDS[kind].toLowerCase();

function FactorForm(props: { factor: Factor; onRefusal: (refusal: SignInRefusal) => void }) {
  const { factor, onRefusal } = props;
  const { id, kind, phoneEnding: ending } = factor;
  const phone = useMemo(() => {
    return {
      ending,
      async send() {
        const sent = await sendCode(id);
        return typeof sent === "number" ? sent : NOT_SENT;
      },
    };
  }, [id, ending]);

  function refusalText(refusal: FactorRefusal | null): string | null {
    if (refusal === null) return null;
    if (!isKeyRefusal(refusal)) onRefusal(refusal);
    return describeFactorRefusal(refusal, kind);
  }

  const onCode = async (code: string) => refusalText(await enterCode(factor, code));
  const verify = (busy: boolean) => (
    <Button type="submit" size="lg" fullWidth loading={busy}>
      Verify
    </Button>
  );
  switch (kind) {
    case "totp":
      return <AppCodeForm className={classes.form} onCode={onCode} buttons={verify} />;
    case "phone":
      return (
        <PhoneCodeForm
          className={classes.form}
          phone={phone}
          onCode={onCode}
          buttons={(busy, code) => (
            <>
              {verify(busy)}
              <SendAgain code={code} fullWidth />
            </>
          )}
        />
      );
    case "webauthn":
      return (
        <KeyForm
          className={classes.form}
          submit="Use security key or passkey"
          looks={{ size: "lg", fullWidth: true }}
          onAsk={async () => refusalText(await showKey(id))}
        />
      );
  }
}

/** Shown for every failure to send a code: most causes are gone a moment later. */
export const NOT_SENT = "The code could not be sent. Wait a minute and have it sent again.";

/** The message about a second factor that was not accepted. */
export function describeFactorRefusal(refusal: FactorRefusal, kind: Factor["kind"]): string {
  switch (refusal.kind) {
    case "cancelled":
      return "The dialog was closed, or it took too long. Try again.";
    case "known-key":
    case "wrong-key":
      return "The server does not accept this key. Try another one.";
    case "wrong-code":
      if (kind === "phone") return "That code is not right. Enter the one that was sent last.";
      return describeRefusal(refusal, true);
    default:
      return describeRefusal(refusal, true);
  }
}
