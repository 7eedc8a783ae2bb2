import type { ResetUserReply } from "@contracts/account-reset.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { momentWords } from "#ui/format.ts";
import classes from "./reset-dialog.module.css";

/** Says what was done for a person. A temporary password is shown here, and nowhere else. */
export function ResetResult({ name, reply }: { name: string; reply: ResetUserReply }) {
  switch (reply.action) {
    case "temporary_password":
      return (
        <>
          <p id="temporary-password">Tell {name} this temporary password:</p>
          <div className={classes.secret}>
            <code className={classes.password}>{reply.temporary_password}</code>
            <CopyButton text={reply.temporary_password} describedBy="temporary-password" />
          </div>
          <p>
            It is shown only here and only now. It works until{" "}
            {momentWords(Date.parse(reply.expires_at))}; {name} chooses one of their own when
            signing in. {name} is signed out on all devices.
          </p>
        </>
      );
    case "recovery_link":
      return (
        <p>
          The server was asked to mail a link to {reply.email}. If it does not arrive within a few
          minutes, set a temporary password instead.
        </p>
      );
    case "remove_factors":
      return (
        <p>
          {removedWords(name, reply.removed)} {name} is signed out on all devices.
        </p>
      );
  }
}

function removedWords(name: string, removed: number): string {
  if (removed === 0) return `${name} had no second factor.`;
  return removed === 1
    ? "The second factor was removed."
    : `${removed} second factors were removed.`;
}
