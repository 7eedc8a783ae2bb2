import type { ResetUserReply } from "@contracts/account-reset.ts";
import { TemporaryPassword } from "#features/administration/temporary-password.tsx";

/** Says what was done for a person. A temporary password is shown here, and nowhere else. */
export function ResetResult({ name, reply }: { name: string; reply: ResetUserReply }) {
  switch (reply.action) {
    case "temporary_password":
      return (
        <>
          <TemporaryPassword
            name={name}
            password={reply.temporary_password}
            expiresAt={reply.expires_at}
          />
          <p>{name} is signed out on all devices.</p>
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
