import type { DeploymentConfig } from "@contracts/deployment-config.ts";
import type { Role } from "@contracts/role.ts";
import { Alert, Button, PasswordInput, TextInput } from "@mantine/core";
import { useNetwork } from "@mantine/hooks";
import { type FormEvent, lazy, Suspense, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import {
  continueWith,
  type ExternalProvider,
  externalProviders,
} from "#session/external-sign-in.ts";
import { useSession } from "#session/session.ts";
import { type SignInRefusal, signIn } from "#session/sign-in.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { useIdle } from "#ui/when-idle.ts";
import classes from "./auth-page.module.css";
import { describeRefusal, FIRST_CONNECTION } from "./describe-refusal.ts";
import { RefusalAlert } from "./refusal-alert.tsx";

const ROLE_NAMES: Readonly<Record<Role, string>> = {
  field_tech: "Field technician",
  admin: "Administrator",
  super_admin: "Super administrator",
};

const ORDER: readonly Role[] = ["field_tech", "admin", "super_admin"];

const KeptWork = lazy(() => import("./kept-work.tsx").then((part) => ({ default: part.KeptWork })));

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
  const ended = useSession((session) => session.ended);
  const suspended = useSession((session) => session.suspended);
  const deleted = useSession((session) => session.deleted);
  const resting = useIdle();
  const { online } = useNetwork();
  // The pressed button: the form's, or a demo account's, identified by its email.
  const [busy, setBusy] = useState<string | null>(null);

  async function attempt(pressed: string, email: string, password: string): Promise<void> {
    setBusy(pressed);
    onRefusal(null);
    onRefusal(await signIn(email, password));
    setBusy(null);
  }

  const words =
    refusal === null
      ? deployment === null && !online && FIRST_CONNECTION
      : describeRefusal(refusal, useSession.getState().deployment !== null);
  return (
    <>
      <PageHeading title="Sign In" />
      {deleted && refusal === null && (
        <Alert color="red" role="alert" title="You are signed out">
          Your account was deleted. What waits on this device stays here. Ask your administrator for
          a new account with the same address, or to sign in here and export it.
        </Alert>
      )}
      {suspended && !deleted && refusal === null && (
        <Alert color="red" role="alert" title="You are signed out">
          Your account is suspended. Ask your administrator. What waits on this device stays here.
        </Alert>
      )}
      {ended && !suspended && !deleted && refusal === null && (
        <Alert color="yellow" role="status" title="Your session has ended">
          Sign in again with the same account; what waits on this device will be sent then.
        </Alert>
      )}
      {words && <RefusalAlert>{words}</RefusalAlert>}
      {(refusal?.kind === "unasked-link" ||
        (refusal?.kind === "failed-callback" && refusal.from === "link")) && (
        <p className={classes.access}>
          <Link to={FORGOT_PASSWORD} className={classes.link}>
            Send a new link
          </Link>
        </p>
      )}
      <SignInForm
        loading={busy === FORM}
        disabled={busy !== null && busy !== FORM}
        email={props.email}
        onEmail={props.onEmail}
        onSubmit={(email, password) => attempt(FORM, email, password)}
      />
      <ExternalSignIn disabled={busy !== null} />
      {resting && (
        <Suspense fallback={null}>
          <KeptWork />
        </Suspense>
      )}
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
    </>
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
    <div className={classes.external}>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="lg"
          fullWidth
          classNames={{ root: classes.provider ?? "", label: classes.providerName ?? "" }}
          disabled={props.disabled}
          onClick={() => void continueWith(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}

interface Missing {
  email?: string;
  password?: string;
}

/** Email and password. Shows what is missing before it asks the server. */
function SignInForm(props: {
  loading: boolean;
  disabled: boolean;
  email: string;
  onEmail: (email: string) => void;
  onSubmit: (email: string, password: string) => Promise<void>;
}) {
  const [missing, setMissing] = useState<Missing>({});

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email")).trim();
    const password = String(form.get("password"));
    setMissing({
      ...(email === "" && { email: "Enter your email." }),
      ...(password === "" && { password: "Enter your password." }),
    });
    if (email !== "" && password !== "" && !props.loading && !props.disabled)
      await props.onSubmit(email, password);
  }

  return (
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
        visibilityToggleFocusable
        classNames={{ visibilityToggle: classes.reveal ?? "" }}
        // The label must not contain "password": only the field itself has that name.
        visibilityToggleButtonProps={{ "aria-label": "Show what is typed" }}
      />
      <Button type="submit" size="lg" fullWidth loading={props.loading} disabled={props.disabled}>
        Sign In
      </Button>
      <p className={classes.access}>
        <Link to={FORGOT_PASSWORD} className={classes.link}>
          Forgot password?
        </Link>
      </p>
    </form>
  );
}

type DemoAccount = NonNullable<DeploymentConfig["demoAccounts"]>[number];

/** The accounts of a demo backend: one tap signs in. */
function DemoAccounts(props: {
  accounts: readonly DemoAccount[];
  /** The running sign-in: the email of a demo account, or another value. */
  busy: string | null;
  onChoose: (email: string, password: string) => Promise<void>;
}) {
  const { accounts, busy, onChoose } = props;
  const ordered = [...accounts].sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role));
  return (
    <section aria-labelledby="demo-accounts" className={classes.demo}>
      <h2 id="demo-accounts" className={classes.demoTitle}>
        Demo accounts, one tap each
      </h2>
      {ordered.map(({ email, password, role }) => (
        <Button
          key={email}
          variant="default"
          fullWidth
          justify="flex-start"
          className={classes.account ?? ""}
          loading={busy === email}
          disabled={busy !== null && busy !== email}
          onClick={() => void onChoose(email, password)}
        >
          <span className={classes.accountText}>
            <span className={classes.role}>{ROLE_NAMES[role]}</span>{" "}
            <span className={classes.accountEmail}>{email}</span>
          </span>
        </Button>
      ))}
    </section>
  );
}
