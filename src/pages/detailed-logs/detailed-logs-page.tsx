import "@mantine/core/styles/Tabs.layer.css";
import { Tabs } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { withValues } from "#features/administration/list-in-address.ts";
import { useChosenLogs, withChosen } from "#features/administration/logs/chosen-logs.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { ListPlaceholder } from "#features/lists/list-placeholder.tsx";
import { isChunkLoadError, loadWhole } from "#platform/lazy-chunks.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { ActivityLogs } from "./activity/activity-logs.tsx";
import classes from "./detailed-logs-page.module.css";

/** Shows every agent request with its outcome, and statistics about them, for administrators. */
export function DetailedLogsPage() {
  const identity = useShownIdentity();
  useKeptScroll();
  if (identity === null) return null;
  if (identity.role === "field_tech") return <Navigate to="/dashboard" replace />;
  return (
    <>
      <PageHeading title="Detailed Activity Logs" />
      <div className={classes.page}>
        <BackToAdmin />
        <DetailedLogsTabs />
      </div>
    </>
  );
}

function DetailedLogsTabs() {
  const [parameters, setParameters] = useSearchParams();
  const tab = parameters.get("tab") === "analytics" ? "analytics" : "logs";
  const filters = useChosenLogs();
  function open(chosenTab: string | null): void {
    const tab = chosenTab === "analytics" ? chosenTab : null;
    setParameters(withValues(withChosen(parameters, filters.chosen), { tab }));
  }

  return (
    <Tabs value={tab} keepMounted={false} onChange={open}>
      <Tabs.List>
        <Tabs.Tab value="logs" className={classes.tab ?? ""}>
          Activity Logs
        </Tabs.Tab>
        <Tabs.Tab value="analytics" className={classes.tab ?? ""}>
          Analytics Summary
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="logs" className={classes.panel ?? ""}>
        <ActivityLogs {...filters} />
      </Tabs.Panel>
      <Tabs.Panel value="analytics" className={classes.panel ?? ""}>
        <LazyAnalytics />
      </Tabs.Panel>
    </Tabs>
  );
}

const PLACEHOLDER = {
  words: {
    empty: "No requests in the last 30 days",
    loading: "Loading analytics...",
    failed: "The analytics could not be loaded.",
    absent: "The analytics are not on this device yet.",
  },
  // The height of a chart, in px.
  rowHeight: 240,
};
const loadCode = () => import("./analytics/analytics.tsx");

/** The charts are loaded only when they are opened: many visitors look only at the list. */
function LazyAnalytics() {
  const [Analytics, setAnalytics] = useState<
    Awaited<ReturnType<typeof loadCode>>["Analytics"] | null
  >(null);
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    try {
      const code = await loadWhole(loadCode);
      setAnalytics(() => code.Analytics);
    } catch (error) {
      if (!isChunkLoadError(error)) throw error;
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (Analytics !== null) return <Analytics placeholder={PLACEHOLDER} />;
  return (
    <ListPlaceholder
      state={{ phase: hasFailed ? "failed" : "loading", retry: load }}
      {...PLACEHOLDER}
    />
  );
}
