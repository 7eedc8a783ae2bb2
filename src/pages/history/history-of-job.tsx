import type { Job } from "@contracts/job.ts";
import { type RefObject, useCallback, useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useKeptScroll } from "#features/kept-scroll/use-kept-scroll.ts";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useList } from "#features/lists/use-list.ts";
import { HISTORY_SCOPE, readEntriesOfJob } from "#mirror/person/agent-logs.ts";
import type { Entry } from "#mirror/person/entry-changes.ts";
import { describeDevice, jobTitle } from "#mirror/person/lists/jobs.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { formatBriefMoment } from "#ui/format.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { useJob } from "./entry/entry-job.tsx";
import { FinishedList } from "./finished-list.tsx";
import classes from "./history-page.module.css";
import { type NotSentYet, WaitingList } from "./waiting-list.tsx";

const TEXTS: ListTexts = {
  empty: "Nothing was made for this job yet. Choose it on Voice, Snap, Label or Ask.",
  loading: "Loading the job...",
  failed: "Your history could not be loaded.",
  absent: "Your history is not on this device yet.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 150;

/**
 * A job, and what its person made for it: first what is only on this device, the newest first.
 * @param props.shown the whole history, if it was the page before: its entries stand for those that
 *   are not read yet
 */
export function JobPage(props: {
  jobId: string;
  waiting: NotSentYet[] | undefined;
  mayAssign: boolean | undefined;
  shown: RefObject<readonly Entry[] | undefined>;
}) {
  const { jobId, mayAssign, shown } = props;
  const [parameters] = useSearchParams();
  const entry = parameters.get("entry");
  useKeptScroll(entry, "History");
  const sync = useSync();
  const offline = useConnection() === "down";
  const job = useJob(jobId);
  const { rows, state } = useList(
    HISTORY_SCOPE,
    async (db) => ({ jobId, logs: await readEntriesOfJob(db, jobId) }),
    [jobId],
  );
  const [known] = useState(() => ({
    jobId,
    logs: shown.current?.filter(({ job_id }) => job_id === jobId),
  }));
  const waiting = props.waiting?.filter((each) => each.jobId === jobId);
  const addressWith = useCallback(
    (id: string) => `/history?${new URLSearchParams({ job: jobId, entry: id })}`,
    [jobId],
  );
  // Those of the page before are no rows of this one.
  const { logs } = [rows, known].find((read) => read?.jobId === jobId) ?? {};
  const isRead = logs && waiting && job !== undefined && mayAssign !== undefined;
  const isEmpty = isRead && logs.length + waiting.length === 0;
  useEffect(() => {
    // After it is shown: a long history takes the device a moment.
    if (isRead && !offline) void sync?.refreshHistory();
  }, [sync, offline, isRead]);
  const title = job ? jobTitle(job) : "Job";
  return (
    <div className={classes.page}>
      <PageHeading
        title={title}
        {...(offline &&
          state.refreshed && {
            subtitle: `As of ${formatBriefMoment(state.refreshed, Date.now())}`,
          })}
      />
      <RefreshNotice state={state} />
      {isRead && (
        <>
          {job ? (
            <JobFacts job={job} />
          ) : (
            <p className={classes.unknownJob}>
              This job is not on this device. It may have been deleted.
            </p>
          )}
          <p className={classes.back}>
            <Link to="/history">Your whole history</Link>
          </p>
          {waiting.length > 0 && <WaitingList entries={waiting} mayAssign={mayAssign} />}
          {logs.length > 0 && (
            <FinishedList
              logs={logs}
              inDays
              chosen={entry}
              addressWith={addressWith}
              mayAssign={mayAssign}
              isOfJob
            />
          )}
        </>
      )}
      {(!isRead || (isEmpty && job !== null)) && (
        <ListPlaceholder
          state={isEmpty ? state : { ...state, phase: "loading" }}
          words={TEXTS}
          rowHeight={ENTRY_HEIGHT}
        />
      )}
    </div>
  );
}

/** What the company knows about a job. */
function JobFacts({ job }: { job: Job }) {
  const facts = {
    Title: [job.title],
    Status: [job.status === "open" ? "Open" : "Closed"],
    Customer: [job.customer],
    Site: [job.site],
    Equipment: [...new Set(job.equipment.map(describeDevice))],
  };
  return (
    <dl className={classes.facts}>
      {Object.entries(facts).map(
        ([name, lines]) =>
          lines.some((line) => line !== "") && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}
