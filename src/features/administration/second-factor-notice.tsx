import { Alert } from "@mantine/core";
import { Link } from "react-router-dom";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import classes from "./second-factor-notice.module.css";
import { useLacksSecondFactor } from "./use-lacks-second-factor.ts";

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
      <Link to="/settings#second-factor" className={classes.link ?? ""}>
        Set it up in Settings
      </Link>
    </Alert>
  );
}
