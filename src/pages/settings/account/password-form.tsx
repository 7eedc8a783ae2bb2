import {
  describePasswordFault,
  passwordFault,
  passwordRule,
  readPasswordMinimum,
} from "@contracts/password.ts";
import { Button, PasswordInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { changePassword } from "#session/own-account.ts";
import { useSession } from "#session/session.ts";
import { showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";

/** Changes the password; the person must know the current one. */
export function PasswordForm(props: { email: string; disabled: boolean }) {
  const [opened, setOpened] = useState(false);
  if (!opened) {
    return (
      <Button
        variant="default"
        className={classes.start ?? ""}
        disabled={props.disabled}
        onClick={() => setOpened(true)}
      >
        Change password
      </Button>
    );
  }
  return <OpenForm {...props} onClose={() => setOpened(false)} />;
}

type Trouble = Partial<Record<"current" | "next", string>>;

function OpenForm(props: { email: string; disabled: boolean; onClose: () => void }) {
  const minimum = useSession(({ deployment }) => readPasswordMinimum(deployment));
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<Trouble>({});
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || props.disabled) return;
    const form = new FormData(event.currentTarget);
    const current = String(form.get("current"));
    const next = String(form.get("next"));
    const fault = passwordFault(next, props.email, minimum);
    const missing: Trouble = {
      ...(current === "" && { current: "Enter your current password." }),
      ...(fault !== null && { next: describePasswordFault(fault, minimum) }),
    };
    setTrouble(missing);
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    const changed = await changePassword(props.email, current, next);
    setBusy(false);
    if (changed.kind !== "ok") {
      const isCurrent = changed.kind === "wrong-password" || changed.kind === "paused";
      const field = isCurrent ? "current" : "next";
      setTrouble({ [field]: describeAccountRefusal(changed) });
      return;
    }
    showStatus(
      "Password changed",
      changed.value ? "Your other devices have to sign in again." : "Use it at your next sign-in.",
    );
    props.onClose();
  }

  const shared = {
    disabled: props.disabled,
    errorProps: { role: "alert" },
  };
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      {/* Shows password managers which account the new password is for. */}
      <input type="hidden" name="email" autoComplete="username" value={props.email} readOnly />
      <PasswordInput
        {...shared}
        ref={first}
        name="current"
        label="Current password"
        autoComplete="current-password"
        error={trouble.current}
      />
      <PasswordInput
        {...shared}
        name="next"
        label="New password"
        description={passwordRule(minimum)}
        autoComplete="new-password"
        error={trouble.next}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={props.disabled}>
          Save password
        </Button>
        <Button variant="default" onClick={props.onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
