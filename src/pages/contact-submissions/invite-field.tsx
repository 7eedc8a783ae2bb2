import { Button } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { Link } from "react-router-dom";
import { invitedCompanyId } from "#commands/invitations.ts";
import classes from "./request-card.module.css";
import type { RequestStatus } from "./request-status.ts";

/** The way from a qualified request to its company, which is named once it is made. */
export function InviteField(props: {
  status: RequestStatus;
  requestId: string;
  /** The name of the company that was made from the request. */
  companyName: string | undefined;
  disabled: boolean;
  describedBy: string | undefined;
  onInvite: () => void;
}) {
  const { status, requestId, companyName } = props;
  if (status !== "qualified" && companyName === undefined) {
    return <p className={classes.hint}>Qualified requests can be invited.</p>;
  }
  return (
    <div className={classes.field}>
      {companyName !== undefined && (
        <p className={classes.made}>
          Invited:{" "}
          <Link
            to={`/admin?tab=users&company=${invitedCompanyId(requestId)}`}
            className={classes.reach ?? ""}
          >
            {companyName}
          </Link>
        </p>
      )}
      {status === "qualified" && (
        <Button
          variant={companyName === undefined ? "filled" : "default"}
          leftSection={<UserPlus size={18} aria-hidden />}
          disabled={props.disabled}
          aria-describedby={props.describedBy}
          onClick={props.onInvite}
        >
          {companyName === undefined ? "Invite" : "Invite Again"}
        </Button>
      )}
    </div>
  );
}
