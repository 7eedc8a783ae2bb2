import { Button, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import type { Invited } from "#commands/invitations.ts";
import { TemporaryPassword } from "#features/administration/temporary-password.tsx";
import classes from "./invite-dialog.module.css";

/** Shows what an invitation has made. The temporary password is shown here, and nowhere else. */
export function InviteResult(props: {
  done: Extract<Invited, { kind: "done" }>;
  /** Its name, made different from that of another company. */
  companyName: string;
  administrator: { fullName: string; email: string };
  isNewCompany: boolean;
  onClose: () => void;
}) {
  const { company, temporary } = props.done;
  const { fullName, email } = props.administrator;
  const close = useRef<HTMLButtonElement>(null);
  // The pressed button is gone by now, and with it the focus.
  useEffect(() => close.current?.focus(), []);
  return (
    <div className={classes.form}>
      <div role="status" className={classes.form}>
        <p>
          {props.isNewCompany && (
            <>
              The company <strong>{props.companyName}</strong> is created.{" "}
            </>
          )}
          {fullName} ({email}) is an administrator of <strong>{props.companyName}</strong>, and
          signs in at {location.host}.
        </p>
        {temporary !== null && (
          <TemporaryPassword
            name={fullName}
            password={temporary.password}
            expiresAt={temporary.expires_at}
          />
        )}
      </div>
      <Group justify="space-between">
        <Link to={`/admin?tab=users&company=${company.id}`} className={classes.link ?? ""}>
          Manage {props.companyName}
        </Link>
        <Button ref={close} onClick={props.onClose}>
          Done
        </Button>
      </Group>
    </div>
  );
}
