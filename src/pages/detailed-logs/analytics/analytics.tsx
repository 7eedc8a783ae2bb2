import { ListPlaceholder } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useList } from "#features/lists/use-list.ts";
import { listScope, readList } from "#mirror/person/lists/server-list.ts";
import { USAGE_ANALYTICS } from "#mirror/person/lists/usage-analytics.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { formatBriefMoment } from "#ui/format.ts";
import classes from "./analytics.module.css";
import { ANALYTICS_TEXTS, CHART_HEIGHT } from "./analytics-texts.ts";
import { UsageCards } from "./usage-cards.tsx";
import { UsageCharts } from "./usage-charts.tsx";

/** Statistics of the agent requests: charts of the last days, and a card per day and agent. */
export function Analytics() {
  const offline = useConnection() === "down";
  useRefresh(pullList(USAGE_ANALYTICS), (message) => {
    console.error("The analytics could not be loaded:", message);
  });
  const { rows: usage, state } = useList(
    listScope(USAGE_ANALYTICS),
    (db) => readList(db, USAGE_ANALYTICS),
    [],
  );
  const { refreshed } = state;
  const asOf = (
    <>
      {offline && typeof refreshed === "number" && (
        <p className={classes.fresh}>As of {formatBriefMoment(refreshed, Date.now())}</p>
      )}
      <RefreshNotice state={state} />
    </>
  );
  if (usage === undefined || usage.length === 0 || typeof refreshed !== "number") {
    return (
      <>
        {asOf}
        <ListPlaceholder state={state} words={ANALYTICS_TEXTS} rowHeight={CHART_HEIGHT} />
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
