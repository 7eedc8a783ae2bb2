import { type RequestStatus, STATUS_WORDS } from "./request-status.ts";
import classes from "./status-badge.module.css";

export function StatusBadge(props: { status: RequestStatus }) {
  return (
    <span className={classes.badge} data-status={props.status}>
      {STATUS_WORDS[props.status]}
    </span>
  );
}
