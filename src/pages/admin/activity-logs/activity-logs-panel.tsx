import { AGENTS } from "@contracts/agent.ts";
import type { ActivityFilter, ActivityLog } from "@contracts/agent-log.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { toActivityFilter } from "#features/administration/logs/chosen-logs.ts";
import { ExportLogs } from "#features/administration/logs/export-logs.tsx";
import { LoadMoreButton } from "#features/administration/logs/load-more-button.tsx";
import { LogCount } from "#features/administration/logs/log-count.tsx";
import { LogFilters } from "#features/administration/logs/log-filters.tsx";
import { useChosenLogs } from "#features/administration/logs/use-chosen-logs.ts";
import {
  type LogSource,
  useFilteredLogs,
} from "#features/administration/logs/use-filtered-logs.ts";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { ACTIVITY } from "#mirror/person/lists/activity-logs.ts";
import { logsScope } from "#mirror/person/lists/filtered-logs.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { listScope, readList, refreshedAt } from "#mirror/person/lists/server-list.ts";
import { activityPages } from "#sync/pull/all-logs.ts";
import { pullActivity, pullPeople } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { saveCsv } from "#ui/csv.ts";
import { RowList } from "#ui/row-list.tsx";
import { type SortColumns, sortIn, sortRows } from "#ui/sort.ts";
import { SortField } from "#ui/sort-field.tsx";
import { type Author, findAuthor, namesById } from "./activity-author.ts";
import { activityCsv, activityFileName, INPUT_NAMES } from "./activity-csv.ts";
import { ActivityEntry } from "./activity-entry.tsx";
import classes from "./activity-logs-panel.module.css";

const TEXTS: ListTexts = {
  empty: "No activity yet",
  loading: "Loading activity...",
  failed: "The activity could not be loaded.",
  absent: "The activity is not on this device. It comes when you are back online.",
};
const NO_AUTHOR = { name: "", email: null };
/** The height of a typical entry with the gap below it, in px, until it is measured. */
const ENTRY_HEIGHT = 232;
const SOURCE: LogSource<ActivityLog, ActivityFilter> = {
  logs: ACTIVITY,
  pull: pullActivity,
};

/** The latest uses of the agents by people of a company. */
export function ActivityLogsPanel({ companyId }: { companyId: string | null }) {
  if (companyId === null) return <p className={classes.empty}>There is no company to show.</p>;
  // The filters start anew with another company: they are read from its address.
  return <Activity key={companyId} companyId={companyId} />;
}

function Activity({ companyId }: { companyId: string }) {
  const order = sortIn(useSearchParams());
  const { chosen, settled, choose } = useChosenLogs();
  const filter = useMemo(() => toActivityFilter(settled, companyId), [settled, companyId]);
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== "company" && value);
  const shown = useFilteredLogs(SOURCE, filter);
  const { logs, state, more } = shown;
  const { names, findLogAuthor, known } = useAuthors(companyId);
  const columns = useMemo(() => activityOrders(findLogAuthor), [findLogAuthor]);
  const entry = (log: ActivityLog) => <ActivityEntry log={log} author={findLogAuthor(log)} />;

  return (
    <section aria-labelledby="activity" className={classes.panel}>
      <div className={classes.head}>
        <h2 id="activity" className={classes.title}>
          Complete Usage History
        </h2>
        <ExportLogs
          key={logsScope(ACTIVITY, filter)}
          shown={shown}
          pages={activityPages(filter)}
          words={["entry", "entries"]}
          disabled={!known}
          save={(rows) =>
            saveCsv(
              activityFileName(Date.now()),
              activityCsv(latestFirst(rows), (log) => findLogAuthor(log) ?? NO_AUTHOR),
            )
          }
        />
      </div>
      <LogFilters
        chosen={chosen}
        onChoose={choose}
        people={names}
        arePeopleKnown={known}
        searchLabel="Question or answer"
      />
      <LogCount shown={shown} words={["entry", "entries"]} />
      <RefreshNotice state={state} />
      {logs.length > 0 && (
        <>
          <SortField {...order} columns={columns} usual="Latest first" />
          <RowList
            key={logsScope(ACTIVITY, filter)}
            rows={sortRows(logs, columns, order.sort)}
            label="Activity"
            usualHeight={ENTRY_HEIGHT}
            row={entry}
            dense
          />
        </>
      )}
      {more !== null && <LoadMoreButton more={more} />}
      {logs.length === 0 && (
        <ListPlaceholder
          state={state}
          words={isFiltered ? { ...TEXTS, empty: "No activity matches your filters" } : TEXTS}
          rowHeight={ENTRY_HEIGHT}
        />
      )}
    </section>
  );
}

/** The columns by which activity can be sorted. */
function activityOrders(findAuthor: (log: ActivityLog) => Author | null): SortColumns<ActivityLog> {
  return {
    time: { title: "Time", value: doneAt },
    user: { title: "User", value: (log) => findAuthor(log)?.name ?? null },
    agent: { title: "Agent", value: (log) => AGENTS[log.agent_type].name },
    input: { title: "Input", value: (log) => INPUT_NAMES[log.input_type] },
    question: { title: "Question", value: (log) => log.input_data },
    answer: { title: "Answer", value: (log) => log.output_summary },
  };
}

/** The people of a company as authors of its activity. Those who left it are shown as such. */
function useAuthors(companyId: string) {
  const db = useMirror();
  const offline = useConnection() === "down";
  const people = useLive(() => readList(db, PEOPLE, companyId), [db, companyId]);
  const refreshed = useLive(() => refreshedAt(db, listScope(PEOPLE, companyId)), [db, companyId]);
  useRefresh(useMemo(() => pullPeople(companyId), [companyId]));
  const known = people !== undefined && (typeof refreshed === "number" || offline);
  return useMemo(() => {
    const byId = new Map(people?.map((person) => [person.id, person]));
    const names = namesById(people ?? []);
    // An author is called a former member only after the list of people was loaded.
    const findLogAuthor = (log: Pick<ActivityLog, "user_id">) =>
      known || log.user_id === null ? findAuthor(log, byId) : null;
    return { names, findLogAuthor, known };
  }, [people, known]);
}
