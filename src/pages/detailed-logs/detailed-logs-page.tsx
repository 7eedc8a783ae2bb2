import "@mantine/core/styles/Tabs.layer.css";
import { Tabs } from "@mantine/core";
import { Navigate, useSearchParams } from "react-router-dom";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { withValues } from "#features/administration/list-in-address.ts";
import { useChosenLogs, withChosen } from "#features/administration/logs/chosen-logs.ts";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { ListPlaceholder } from "#features/lists/list-placeholder.tsx";
import { useShownIdentity } from "#session/pin.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
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
        <Analytics placeholder={PLACEHOLDER} />
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

/** The charts are loaded only when they are opened: many visitors look only at the list. */
const Analytics = lazyWhenIdle(
  async () => (await import("./analytics/analytics.tsx")).Analytics,
  <ListPlaceholder state={{ phase: "loading", retry: async () => {} }} {...PLACEHOLDER} />,
);
