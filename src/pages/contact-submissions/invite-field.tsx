import type { Company } from "@contracts/company.ts";
import { Button } from "@mantine/core";
import { UserPlus } from "lucide-react";
import { Link } from "react-router-dom";
import classes from "./request-card.module.css";
import type { RequestStatus } from "./request-status.ts";

/** The way from a qualified request to its company, which is named once it is made. */
export function InviteField(props: {
  status: RequestStatus;
  /** The company that was made from the request. */
  company: Company | undefined;
  disabled: boolean;
  describedBy: string | undefined;
  onInvite: () => void;
}) {
  const { status, company } = props;
  if (status !== "qualified" && company === undefined) {
    return <p className={classes.hint}>Qualified requests can be invited.</p>;
  }
  return (
    <div className={classes.field}>
      {company !== undefined && (
        <p className={classes.made}>
          Invited:{" "}
          <Link to={`/admin?tab=users&company=${company.id}`} className={classes.reach ?? ""}>
            {company.name}
          </Link>
        </p>
      )}
      {status === "qualified" && (
        <Button
          variant={company === undefined ? "filled" : "default"}
          leftSection={<UserPlus size={18} aria-hidden />}
          disabled={props.disabled}
          aria-describedby={props.describedBy}
          onClick={props.onInvite}
        >
          {company === undefined ? "Invite" : "Invite Again"}
        </Button>
      )}
    </div>
  );
}
