import "@mantine/core/styles/Tabs.layer.css";
import { Tabs } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { Navigate, useSearchParams } from "react-router-dom";
import { BackToAdmin } from "#features/administration/back-to-admin.tsx";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { useLazyModule } from "#ui/use-lazy-module.ts";
import { ActivityLogs } from "./activity/activity-logs.tsx";
import { type ChosenLogs, chosenOf, parametersOf } from "./activity/chosen-logs.ts";
import classes from "./detailed-logs-page.module.css";

/** The address follows the filters after a pause of this many milliseconds. */
const TYPING_PAUSE_MS = 300;

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
  const [chosen, setChosen] = useState<ChosenLogs>(() => chosenOf(parameters));
  const tab = parameters.get("tab") === "analytics" ? "analytics" : "logs";
  const [settled] = useDebouncedValue(chosen, TYPING_PAUSE_MS);
  // So that a reload or a link brings the same view.
  useEffect(() => {
    const wanted = parametersOf(settled);
    if (tab !== "logs") wanted.set("tab", tab);
    if (wanted.toString() !== parameters.toString()) setParameters(wanted, { replace: true });
  }, [settled, tab, parameters, setParameters]);
  function open(chosenTab: string | null): void {
    const next = parametersOf(chosen);
    if (chosenTab === "analytics") next.set("tab", chosenTab);
    setParameters(next);
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
        <ActivityLogs chosen={chosen} onChoose={setChosen} />
      </Tabs.Panel>
      <Tabs.Panel value="analytics" className={classes.panel ?? ""}>
        <LazyAnalytics />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The charts are loaded only when they are opened: many visitors look only at the list. */
function LazyAnalytics() {
  const [analytics, open] = useLazyModule(() => import("./analytics/analytics.tsx"));
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) open();
    asked.current = true;
  });
  if (analytics === null) return <p className={classes.loading}>Loading analytics...</p>;
  return <analytics.Analytics />;
}
