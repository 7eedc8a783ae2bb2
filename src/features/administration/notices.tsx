import { Alert } from "@mantine/core";
import { Link } from "react-router-dom";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { formatBriefMoment } from "#ui/format.ts";
import classes from "./administration.module.css";
import { useLacksSecondFactor, useReadOnlyReason } from "./use-command.ts";

/** Informs administrators that their company requires a second factor, and where to set it up. */
export function SecondFactorNotice() {
  // The pages of an administrator of one company have no company list that would load this row.
  useRefresh(pullList(COMPANIES));
  if (!useLacksSecondFactor()) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      title="Your company asks administrators for a second factor"
    >
      You can look, and change nothing before you have one.
      <br />
      <Link to="/settings#second-factor" className={classes.link} style={{ color: "inherit" }}>
        Set it up in Settings
      </Link>
    </Alert>
  );
}

/**
 * Shows why nothing can be changed now, if so.
 * @param props.refreshed when the server last answered (epoch ms), for a list that says it
 */
export function ReadOnlyNotice({ refreshed }: { refreshed?: number | null | undefined }) {
  const reason = useReadOnlyReason();
  if (reason === null) return null;
  return (
    <p className={classes.notice}>
      {reason}
      {typeof refreshed === "number" && ` As of ${formatBriefMoment(refreshed, Date.now())}.`}
    </p>
  );
}

/** Shows without a connection when the server last answered (epoch ms). */
export function AsOf({ refreshed }: { refreshed: number | null | undefined }) {
  const offline = useConnection() === "down";
  if (!offline || typeof refreshed !== "number") return null;
  return <p className={classes.about}>As of {formatBriefMoment(refreshed, Date.now())}</p>;
}
