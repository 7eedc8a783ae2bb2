import { type ReactNode, useId } from "react";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatMoment } from "#ui/format.ts";
import classes from "./administration.module.css";

/** A secret that the server does not tell again. */
export function ShownOnce(props: { label: ReactNode; secret: string; children: ReactNode }) {
  const { label, secret } = props;
  const id = useId();
  return (
    <>
      <p id={id}>{label}</p>
      <div className={classes.secret}>
        <code className={classes.password}>{secret}</code>
        <CopyButton text={secret} describedBy={id} />
      </div>
      <p>It is shown only here and only now. {props.children}</p>
    </>
  );
}

/** A temporary password for the administrator to pass on to its owner, and what happens with it. */
export function TemporaryPassword(props: {
  /** Its owner. */
  name: string;
  password: string;
  /** ISO 8601. */
  expiresAt: string;
}) {
  const { name, password, expiresAt } = props;
  return (
    <ShownOnce label={`Tell ${name} this temporary password:`} secret={password}>
      It works until {formatMoment(Date.parse(expiresAt))}; {name} chooses one of their own when
      signing in.
    </ShownOnce>
  );
}
