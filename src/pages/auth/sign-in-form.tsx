import { Button, PasswordInput, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Link } from "react-router-dom";
import classes from "./auth-page.module.css";
import { FORGOT_PASSWORD } from "./steps.ts";

interface Missing {
  email?: string;
  password?: string;
}

/** Email and password. Shows what is missing before it asks the server. */
export function SignInForm(props: {
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
