import type { Role } from "@contracts/role.ts";
import { Alert, Box, Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import {
  continueWith,
  type ExternalProvider,
  externalProviders,
} from "#session/external-sign-in.ts";
import { useSession } from "#session/session.ts";
import { type SignInRefusal, signIn } from "#session/sign-in.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./auth-page.module.css";
import { describeRefusal, FIRST_CONNECTION, RefusalAlert } from "./describe-refusal.tsx";

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  field_tech: "Field technician",
  admin: "Administrator",
  super_admin: "Super administrator",
};

/** The order in which the roles' demo accounts are offered. */
const ROLES = Object.keys(ROLE_NAMES);

const KeptWork = lazyWhenIdle(async () => (await import("./kept-work.tsx")).KeptWork);

const FORM = "form";

/** The address of the step for a forgotten password: Back leaves this step. */
const FORGOT_PASSWORD = "/auth?step=forgot-password";

/** The step with email and password, and the other ways to sign in. */
export function CredentialsStep(props: {
  email: string;
  onEmail: (email: string) => void;
  refusal: SignInRefusal | null;
  onRefusal: (refusal: SignInRefusal | null) => void;
}) {
  const { refusal, onRefusal } = props;
  const deployment = useSession((session) => session.deployment);
  const { online } = useNetwork();
  // The pressed button: the form's, or a demo account's, identified by its email.
  const [busy, setBusy] = useState<string | null>(null);
  const [missing, setMissing] = useState({ email: false, password: false });

  async function attempt(pressed: string, email: string, password: string): Promise<void> {
    setBusy(pressed);
    onRefusal(null);
    onRefusal(await signIn(email, password));
    setBusy(null);
  }

  /** Shows what is missing before it asks the server. */
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email")).trim();
    const password = String(form.get("password"));
    if (busy !== null) return;
    setMissing({ email: email === "", password: password === "" });
    if (email === "" || password === "") onRefusal(null);
    else await attempt(FORM, email, password);
  }

  const empty = [
    missing.email && "Enter your email.",
    missing.password && "Enter your password.",
  ].filter((sentence) => sentence !== false);
  const unconnected = deployment === null && !online ? FIRST_CONNECTION : "";
  const words =
    refusal === null
      ? empty.join(" ") || unconnected
      : describeRefusal(refusal, useSession.getState().deployment !== null);
  const demoAccounts = [...(deployment?.demoAccounts ?? [])].sort(
    (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
  );
  return (
    <>
      <PageHeading title="Sign In" />
      <p className={classes.access}>
        New here?{" "}
        <Link to="/early-access" className={classes.link}>
          Request access
        </Link>
      </p>
      <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
        <TextInput
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          defaultValue={props.email}
          onChange={(event) => props.onEmail(event.currentTarget.value.trim())}
          error={missing.email}
        />
        <PasswordInput
          name="password"
          label="Password"
          autoComplete="current-password"
          error={missing.password}
        />
        <Button
          type="submit"
          size="lg"
          fullWidth
          loading={busy === FORM}
          disabled={busy !== null && busy !== FORM}
        >
          Sign In
        </Button>
        {/* Everything that comes and goes is below Sign In: a second tap must find the same button. */}
        <div className={classes.said}>
          {refusal === null && <SessionEnd />}
          {words && <RefusalAlert>{words}</RefusalAlert>}
        </div>
        {(refusal?.kind === "unasked-link" ||
          (refusal?.kind === "failed-callback" && refusal.from === "link")) && (
          <p className={classes.access}>
            <Link to={FORGOT_PASSWORD} className={classes.link}>
              Send a new link
            </Link>
          </p>
        )}
        <p className={classes.access}>
          <Link to={FORGOT_PASSWORD} className={classes.link}>
            Forgot password?
          </Link>
        </p>
      </form>
      <ExternalSignIn disabled={busy !== null} />
      <KeptWork />
      {deployment?.demoAccounts !== undefined && (
        <section aria-labelledby="demo-accounts" className={classes.demo}>
          <Text component="h2" id="demo-accounts" mb="0.125rem" c="dimmed" fz="sm" fw={600}>
            Demo accounts, one tap each
          </Text>
          {demoAccounts.map(({ email, password, role }) => (
            <Button
              key={email}
              variant="default"
              fullWidth
              justify="flex-start"
              mih="3.75rem"
              loading={busy === email}
              disabled={busy !== null && busy !== email}
              onClick={() => void attempt(email, email, password)}
            >
              <span className={classes.accountText}>
                <Box component="span" fw={600}>
                  {ROLE_NAMES[role]}
                </Box>{" "}
                <Box component="span" c="dimmed" fz="sm" fw={400}>
                  {email}
                </Box>
              </span>
            </Button>
          ))}
        </section>
      )}
    </>
  );
}

/** Why a person who was signed in here is not any more. */
function SessionEnd() {
  const { ended, suspended, deleted } = useSession();
  if (deleted || suspended) {
    return (
      <Alert color="red" role="alert" title="You are signed out">
        {deleted
          ? "Your account was deleted. What waits on this device stays here. Ask your administrator for a new account with the same address, or to sign in here and export it."
          : "Your account is suspended. Ask your administrator. What waits on this device stays here."}
      </Alert>
    );
  }
  return (
    ended && (
      <Alert color="yellow" role="status" title="Your session has ended">
        Sign in again with the same account; what waits on this device will be sent then.
      </Alert>
    )
  );
}

/** One button for each external sign-in that this deployment offers. */
function ExternalSignIn(props: { disabled: boolean }) {
  const connected = useSession((session) => session.backend !== null);
  const [providers, setProviders] = useState<ExternalProvider[]>([]);
  useEffect(() => {
    if (connected) void externalProviders().then(setProviders);
  }, [connected]);
  if (providers.length === 0) return null;
  return (
    <Stack gap="xs">
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="lg"
          fullWidth
          py="0.5rem"
          disabled={props.disabled}
          onClick={() => void continueWith(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </Stack>
  );
}
