import { CopyButton } from "#ui/copy-button.tsx";
import { formatMoment } from "#ui/format.ts";
import classes from "./administration.module.css";

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
    <>
      <p id="temporary-password">Tell {name} this temporary password:</p>
      <div className={classes.secret}>
        <code className={classes.password}>{password}</code>
        <CopyButton text={password} describedBy="temporary-password" />
      </div>
      <p>
        It is shown only here and only now. It works until {formatMoment(Date.parse(expiresAt))};{" "}
        {name} chooses one of their own when signing in.
      </p>
    </>
  );
}
