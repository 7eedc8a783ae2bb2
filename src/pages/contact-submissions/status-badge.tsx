import { type LeadStatus, STATUS_WORDS } from "./lead-status.ts";
import classes from "./status-badge.module.css";

export function StatusBadge(props: { status: LeadStatus }) {
  return (
    <span className={classes.badge} data-status={props.status}>
      {STATUS_WORDS[props.status]}
    </span>
  );
}
