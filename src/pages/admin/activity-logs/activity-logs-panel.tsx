import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useMemo, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { activityScope, readActivity } from "#mirror/person/lists/activity-logs.ts";
import { peopleScope, readPeople } from "#mirror/person/lists/people.ts";
import { refreshedAt } from "#mirror/person/lists/scopes.ts";
import { pullActivity, pullPeople } from "#sync/pull/administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { saveCsv } from "#ui/csv.ts";
import { briefMomentWords } from "#ui/format.ts";
import { authorOf } from "./activity-author.ts";
import { activityCsv, activityFileName } from "./activity-csv.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import classes from "./activity-logs-panel.module.css";

/** The latest uses of the agents by people of a company. */
export function ActivityLogsPanel({ companyId }: { companyId: string | null }) {
  if (companyId === null) return <p className={classes.empty}>There is no company to show.</p>;
  return <Activity companyId={companyId} />;
}

function Activity({ companyId }: { companyId: string }) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const [failed, setFailed] = useState(false);
  const logs = useLive(() => readActivity(db, companyId), [db, companyId]);
  const people = useLive(() => readPeople(db, companyId), [db, companyId]);
  const refreshed = useLive(() => refreshedAt(db, activityScope(companyId)), [db, companyId]);
  const peopleRefreshed = useLive(() => refreshedAt(db, peopleScope(companyId)), [db, companyId]);
  useRefresh(
    useMemo(() => pullActivity(companyId), [companyId]),
    () => setFailed(true),
  );
  useRefresh(useMemo(() => pullPeople(companyId), [companyId]));
  const byId = useMemo(() => new Map(people?.map((person) => [person.id, person])), [people]);
  const known = typeof peopleRefreshed === "number" || offline;
  const authors = useMemo(
    () => new Map(logs?.map((log) => [log.id, authorOf(log, byId)])),
    [logs, byId],
  );

  return (
    <section aria-labelledby="activity" className={classes.panel}>
      <div className={classes.head}>
        <h2 id="activity" className={classes.title}>
          Complete Usage History
        </h2>
        <Button
          variant="default"
          leftSection={<Download size={18} aria-hidden />}
          disabled={!known || logs === undefined || logs.length === 0}
          onClick={() =>
            saveCsv(
              activityFileName(Date.now()),
              activityCsv(logs ?? [], (log) => authorOf(log, byId)),
            )
          }
        >
          Export CSV
        </Button>
      </div>
      {offline && typeof refreshed === "number" && (
        <p className={classes.fresh}>As of {briefMomentWords(refreshed, Date.now())}</p>
      )}
      {logs !== undefined && logs.length > 0 && (
        <ul aria-label="Activity" className={classes.list}>
          {logs.map((log) => (
            <ActivityEntry
              key={log.id}
              log={log}
              author={known || log.user_id === null ? (authors.get(log.id) ?? null) : null}
            />
          ))}
        </ul>
      )}
      {logs?.length === 0 && refreshed !== undefined && (
        <p role="status" className={classes.empty}>
          {emptyWords({ known: refreshed !== null, offline, failed })}
        </p>
      )}
    </section>
  );
}

/**
 * Shown instead of an empty list. Before the server's first answer, an empty mirror does not mean
 * that there is no activity.
 */
function emptyWords(state: { known: boolean; offline: boolean; failed: boolean }): string {
  if (state.known) return "No activity yet";
  if (state.offline)
    return "The activity is not on this device. It comes when you are back online.";
  return state.failed ? "The activity could not be loaded." : "Loading activity...";
}
