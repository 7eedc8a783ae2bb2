import type { Agent } from "@contracts/agent.ts";
import { agentOfPayload } from "@contracts/queue-item.ts";
import { useId, useMemo } from "react";
import { WaitingDraft } from "#features/speech-drafts/speech-draft.tsx";
import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { type KnownChange, readAllChanges, validJob } from "#mirror/person/entry-changes.ts";
import { hasOpenJob } from "#mirror/person/lists/jobs.ts";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import { useUnsent } from "#mirror/person/outbox/read-unsent.ts";
import type { Unsent } from "#mirror/person/outbox/unsent.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { useShownIdentity } from "#session/pin.ts";
import {
  contentTitle,
  describeReason,
  describeStatus,
  unfinishedTitle,
} from "#ui/describe-item.ts";
import { formatMoment } from "#ui/format.ts";
import rowClasses from "#ui/listen-button.module.css";
import classes from "./entry/entry.module.css";
import { EntryHead, EntryPhoto } from "./entry/entry-head.tsx";
import { JobAction, JobLink } from "./entry/entry-job.tsx";

/** The entries that are on this device but not on the server, newest first. */
export function WaitingList(props: { entries: readonly NotSentYet[]; mayAssign: boolean }) {
  const headingId = useId();
  return (
    <>
      <h2 id={headingId} className={classes.section}>
        Not sent yet
      </h2>
      <ul aria-labelledby={headingId} className={classes.list}>
        {props.entries.map((entry) => (
          <li key={entry.id} className={classes.entry} data-waiting>
            <EntryHead
              agent={entryAgent(entry)}
              time={entry.kind === "waiting" ? entry.item.capturedAt : entry.recording.startedAt}
            />
            <JobLink jobId={entry.jobId} />
            {entry.kind === "waiting" && <Waiting item={entry.item} />}
            {entry.kind === "waiting" && <WaitingJob entry={entry} mayAssign={props.mayAssign} />}
            {entry.kind === "unfinished" && (
              <>
                <p className={classes.status} data-state="waiting">
                  {unfinishedTitle(entry.recording)}
                </p>
                <p className={classes.note}>It was not sent.</p>
                <WaitingDraft id={entry.id} />
                <UnfinishedActions recording={entry.recording} send="Send" />
              </>
            )}
            {entry.kind === "recording" && (
              <>
                <p className={classes.status} data-state="needs-attention">
                  Recording now
                </p>
                <WaitingDraft id={entry.id} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting({ item }: { item: WaitingItem }) {
  const reason = describeReason(item);
  return (
    <>
      {item.payload.kind === "photo" && (
        <div className={classes.photo}>
          <EntryPhoto id={item.id} />
          {item.payload.note !== null && <p className={classes.inputText}>{item.payload.note}</p>}
        </div>
      )}
      <p className={classes.status} data-state={item.state}>
        {describeStatus(item)}
      </p>
      <p className={classes.note}>
        {contentTitle(item.payload)}
        {reason !== null && `. ${reason}`}
      </p>
      {item.payload.kind !== "photo" && <WaitingDraft id={item.id} />}
    </>
  );
}

/** The action that changes the job of an entry that waits. */
function WaitingJob(props: {
  entry: Extract<NotSentYet, { kind: "waiting" }>;
  mayAssign: boolean;
}) {
  const { id, item, jobId } = props.entry;
  const agent = entryAgent(props.entry);
  if (agent === undefined || !(props.mayAssign || jobId !== null)) return null;
  return (
    <div className={rowClasses.actions}>
      <JobAction entry={{ id, agent }} jobId={jobId} about={formatMoment(item.capturedAt)} />
    </div>
  );
}

/** An entry of the history that is on this device but not on the server. */
export type NotSentYet = { id: string; jobId: string | null } & (
  | { kind: "waiting"; item: WaitingItem }
  | { kind: "unfinished" | "recording"; recording: Recording }
);

/** Whether entries can be put into a job: the person's company has an open one. */
export function useMayAssign(): boolean | undefined {
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId ?? null;
  return useLive(() => hasOpenJob(db, companyId), [db, companyId]);
}

/**
 * The entries that are not sent, newest first; undefined until they are read.
 * @param agent null means every agent
 */
export function useWaiting(agent: Agent | null): NotSentYet[] | undefined {
  const db = useMirror();
  const unsent = useUnsent();
  const changes = useLive(() => readAllChanges(db), [db]);
  return useMemo(
    () => (unsent && changes ? notSentYet(unsent, agent, changes) : undefined),
    [unsent, changes, agent],
  );
}

/** Ids are UUIDv7: they sort by the time when the entry was started. */
function notSentYet(
  unsent: Unsent,
  agent: Agent | null,
  changes: ReadonlyMap<string, readonly KnownChange[]>,
): NotSentYet[] {
  const entries: NotSentYet[] = [
    ...unsent.items
      // A rating of an answer and a change of an entry are no entries of the history.
      .filter(({ payload }) => !["feedback", "assignment", "correction"].includes(payload.kind))
      .map((item) => ({
        ...{ kind: "waiting" as const, id: item.id, item },
        jobId: validJob("jobId" in item.payload ? item.payload.jobId : null, changes.get(item.id)),
      })),
    ...(["unfinished", "recording"] as const).flatMap((kind) =>
      unsent[kind].map((recording) => ({
        ...{ kind, id: recording.id, recording },
        jobId: recording.jobId ?? null,
      })),
    ),
  ];
  return entries
    .filter((entry) => agent === null || entryAgent(entry) === agent)
    .sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** The agent of the entry; undefined if only a newer version of the app knows it. */
function entryAgent(entry: NotSentYet): Agent | undefined {
  if (entry.kind === "waiting") {
    const { payload } = entry.item;
    return payload.kind === "unreadable" ? undefined : agentOfPayload(payload);
  }
  return entry.recording.question?.agent ?? "voice";
}
