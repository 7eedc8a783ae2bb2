import { statusWord } from "#features/administration/logs/log-status-words.ts";
import classes from "./log-status-badge.module.css";

/** How a request ended, in the colour of its status. */
export function LogStatusBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-status={status}>
      {statusWord(status)}
    </span>
  );
}
