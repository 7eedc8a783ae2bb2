import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useMemo } from "react";
import { ListPlaceholder, type ListWords } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useListState } from "#features/lists/use-list-state.ts";
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

const WORDS: ListWords = {
  empty: "No activity yet",
  loading: "Loading activity...",
  failed: "The activity could not be loaded.",
  absent: "The activity is not on this device. It comes when you are back online.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 220;

/** The latest uses of the agents by people of a company. */
export function ActivityLogsPanel({ companyId }: { companyId: string | null }) {
  if (companyId === null) return <p className={classes.empty}>There is no company to show.</p>;
  return <Activity companyId={companyId} />;
}

function Activity({ companyId }: { companyId: string }) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const logs = useLive(() => readActivity(db, companyId), [db, companyId]);
  const people = useLive(() => readPeople(db, companyId), [db, companyId]);
  const state = useListState(activityScope(companyId), logs !== undefined);
  const { refreshed } = state;
  const peopleRefreshed = useLive(() => refreshedAt(db, peopleScope(companyId)), [db, companyId]);
  useRefresh(useMemo(() => pullActivity(companyId), [companyId]));
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
      <RefreshNotice state={state} />
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
      {(logs === undefined || logs.length === 0) && (
        <ListPlaceholder state={state} words={WORDS} rowHeight={ENTRY_HEIGHT} />
      )}
    </section>
  );
}
