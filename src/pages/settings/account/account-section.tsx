import type { useShownIdentity } from "#session/pin.ts";
import { OFFLINE } from "../account-words.ts";
import { Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SignOutButtons } from "./sign-out-buttons.tsx";

/** The account of the person signed in, and what they can change in it. */
export function AccountSection(props: {
  identity: NonNullable<ReturnType<typeof useShownIdentity>>;
  offline: boolean;
}) {
  const { identity, offline } = props;
  return (
    <Section id="account" title="Account">
      <div className={classes.body}>
        <p>
          <span className={classes.term}>Email</span>
          <span className={classes.value}>{identity.email}</span>
        </p>
        {offline && <p className={classes.hint}>{OFFLINE}</p>}
        <NameForm name={identity.fullName ?? ""} disabled={offline} />
        <PasswordForm email={identity.email} disabled={offline} />
        <SignOutButtons offline={offline} />
      </div>
    </Section>
  );
}
