import { AGENTS } from "@contracts/agent.ts";
import type { ActivityLog } from "@contracts/agent-log.ts";
import { doneAt, latestFirst } from "@contracts/log-time.ts";
import { useMemo } from "react";
import classes from "#features/administration/administration.module.css";
import { toActivityFilter, useChosenLogs } from "#features/administration/logs/chosen-logs.ts";
import { ExportLogs } from "#features/administration/logs/export-logs.tsx";
import { LogFilters } from "#features/administration/logs/log-filters.tsx";
import { LoadMoreButton, LogCount } from "#features/administration/logs/shown-logs.tsx";
import { useFilteredLogs } from "#features/administration/logs/use-filtered-logs.ts";
import { listTexts } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import { useServerList } from "#features/lists/use-list.ts";
import { ACTIVITY } from "#mirror/person/lists/activity-logs.ts";
import { logsScope } from "#mirror/person/lists/filtered-logs.ts";
import { JOBS } from "#mirror/person/lists/jobs.ts";
import { activityPages } from "#sync/pull/all-logs.ts";
import { pullActivity } from "#sync/pull/pull-administration.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { saveCsv } from "#ui/csv.ts";
import type { SortColumns } from "#ui/sort.ts";
import { usePeople } from "../users/use-people.ts";
import {
  type Author,
  activityCsv,
  activityFileName,
  findAuthor,
  INPUT_NAMES,
  namesById,
} from "./activity-csv.ts";
import { ActivityEntry } from "./activity-entry.tsx";

const TEXTS = listTexts("No activity yet", "activity", "is");
const WORDS = ["entry", "entries"] as const;

/** The latest uses of the agents by people of a company. */
export function ActivityLogsPanel({ companyId }: { companyId: string | null }) {
  if (companyId === null) return <p className={classes.empty}>There is no company to show.</p>;
  // The filters start anew with another company: they are read from its address.
  return <Activity key={companyId} companyId={companyId} />;
}

function Activity({ companyId }: { companyId: string }) {
  const { chosen, settled, choose } = useChosenLogs();
  const filter = useMemo(() => toActivityFilter(settled, companyId), [settled, companyId]);
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== "company" && value);
  const shown = useFilteredLogs(ACTIVITY, pullActivity, filter);
  const { names, findLogAuthor, known } = useAuthors(companyId);
  const columns = useMemo(() => activityOrders(findLogAuthor), [findLogAuthor]);
  const { rows: jobRows } = useServerList(JOBS, null, companyId);
  const jobs = useMemo(() => new Map(jobRows?.map((job) => [job.id, job])), [jobRows]);
  const key = logsScope(ACTIVITY, filter);
  return (
    <section aria-labelledby="activity" className={classes.panel}>
      <div className={classes.head}>
        <h2 id="activity" className={classes.title}>
          Complete Usage History
        </h2>
        <ExportLogs
          key={key}
          shown={shown}
          pages={activityPages(filter)}
          words={WORDS}
          disabled={!known}
          save={(rows) =>
            saveCsv(
              activityFileName(Date.now()),
              activityCsv(
                latestFirst(rows),
                (log) => findLogAuthor(log) ?? { name: "", email: null },
              ),
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
      <LogCount shown={shown} words={WORDS} />
      <ServerRows
        key={key}
        rows={shown.logs}
        state={shown.state}
        words={isFiltered ? { ...TEXTS, empty: "No activity matches your filters" } : TEXTS}
        columns={columns}
        usual="Latest first"
        label="Activity"
        usualHeight={232}
        row={(log) => (
          <ActivityEntry
            log={log}
            author={findLogAuthor(log)}
            job={log.job_id == null ? undefined : jobs.get(log.job_id)}
          />
        )}
      />
      {shown.more !== null && <LoadMoreButton more={shown.more} />}
    </section>
  );
}

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
  const offline = useConnection() === "down";
  const { rows: people, state } = usePeople(companyId, null);
  const known = people !== undefined && (typeof state.refreshed === "number" || offline);
  return useMemo(() => {
    const byId = new Map(people?.map((person) => [person.id, person]));
    // An author is called a former member only after the list of people was loaded.
    const findLogAuthor = (log: Pick<ActivityLog, "user_id">) =>
      known || log.user_id === null ? findAuthor(log, byId) : null;
    return { names: namesById(people ?? []), findLogAuthor, known };
  }, [people, known]);
}
