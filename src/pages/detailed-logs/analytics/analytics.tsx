import { useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { readUsage, USAGE_SCOPE } from "#mirror/person/lists/usage-analytics.ts";
import { pullUsage } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { briefMomentWords } from "#ui/format.ts";
import classes from "./analytics.module.css";
import { UsageCards } from "./usage-cards.tsx";
import { UsageCharts } from "./usage-charts.tsx";

const LOADING = "Loading analytics...";

/** Statistics of the agent requests: charts of the last days, and a card per day and agent. */
export function Analytics() {
  const db = useMirror();
  const offline = useConnection() === "down";
  const [refused, setRefused] = useState(false);
  useRefresh(pullUsage, (message) => {
    console.error("The analytics could not be loaded:", message);
    setRefused(true);
  });
  const mirrored = useLive(async () => {
    const [usage, refreshed] = await Promise.all([readUsage(db), refreshedAt(db, USAGE_SCOPE)]);
    return { usage, refreshed };
  }, [db]);
  // Before the server's first answer, an empty mirror does not mean that there were no requests.
  if (mirrored === undefined || mirrored.refreshed === null) {
    return (
      <p role="status" className={classes.empty}>
        {mirrored === undefined ? LOADING : missingWords(refused, offline)}
      </p>
    );
  }
  const { usage, refreshed } = mirrored;
  const asOf = offline && (
    <p className={classes.fresh}>As of {briefMomentWords(refreshed, Date.now())}</p>
  );
  if (usage.length === 0) {
    return (
      <>
        {asOf}
        <p role="status" className={classes.empty}>
          No requests in the last 30 days
        </p>
      </>
    );
  }
  return (
    <div className={classes.analytics}>
      {asOf}
      {/* The charts end on the day of the last answer: later days are unknown. */}
      <UsageCharts usage={usage} until={refreshed} />
      <UsageCards usage={usage} />
    </div>
  );
}

/** What stands in place of analytics that never came. */
function missingWords(isRefused: boolean, offline: boolean): string {
  if (isRefused) return "The analytics could not be loaded.";
  return offline ? "The analytics are not on this device yet." : LOADING;
}
