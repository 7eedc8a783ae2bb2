import { Button, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { FACTOR_KINDS, FactorForm, factorTitle } from "#features/factor-form/factor-form.tsx";
import {
  cancelSignIn,
  enterCode,
  type Factor,
  type FactorRefusal,
  isKeyRefusal,
  type SignInRefusal,
  sendCode,
  showKey,
  useSignIn,
} from "#session/sign-in.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { describeRefusal } from "./describe-refusal.tsx";

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
        <ChosenFactor key={factor.id} factor={factor} onRefusal={props.onRefusal} />
      )}
      {others.length > 0 && (
        <section aria-labelledby="other-factors" className={classes.demo}>
          <Text component="h2" id="other-factors" mb="0.125rem" c="dimmed" fz="sm" fw={600}>
            Or use another one
          </Text>
          {others.map((other) => (
            <Button key={other.id} variant="default" fullWidth onClick={() => setChosen(other.id)}>
              {other.name === null
                ? factorTitle(other)
                : `${other.name} (${FACTOR_KINDS[other.kind].toLowerCase()})`}
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

function ChosenFactor(props: { factor: Factor; onRefusal: (refusal: SignInRefusal) => void }) {
  const { factor, onRefusal } = props;
  const { id, kind } = factor;

  function refusalText(refusal: FactorRefusal | null): string | null {
    if (refusal === null) return null;
    if (!isKeyRefusal(refusal)) onRefusal(refusal);
    return describeFactorRefusal(refusal, kind);
  }

  return (
    <FactorForm
      factor={factor}
      className={classes.form}
      submit={kind === "webauthn" ? "Use security key or passkey" : "Verify"}
      looks={{ size: "lg", fullWidth: true }}
      onSend={async () => {
        const sent = await sendCode(id);
        return typeof sent === "number" ? sent : NOT_SENT;
      }}
      onCode={async (code) => refusalText(await enterCode(factor, code))}
      onKey={async () => refusalText(await showKey(id))}
    />
  );
}

/** Shown for every failure to send a code: most causes are gone a moment later. */
const NOT_SENT = "The code could not be sent. Wait a minute and have it sent again.";

/** The message about a second factor that was not accepted. */
function describeFactorRefusal(refusal: FactorRefusal, kind: Factor["kind"]): string {
  if (refusal.kind === "cancelled") {
    return "The dialog was closed, or it took too long. Try again.";
  }
  if (isKeyRefusal(refusal)) return "The server does not accept this key. Try another one.";
  return refusal.kind === "wrong-code" && kind === "phone"
    ? "That code is not right. Enter the one that was sent last."
    : describeRefusal(refusal, true);
}
