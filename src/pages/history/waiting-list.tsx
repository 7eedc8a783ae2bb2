import type { Agent } from "@contracts/agent.ts";
import { agentOfPayload } from "@contracts/queue-item.ts";
import { useId } from "react";
import { WaitingDraft } from "#features/speech-drafts/speech-draft.tsx";
import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { Unsent } from "#mirror/person/outbox/unsent.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import {
  contentTitle,
  describeReason,
  describeStatus,
  unfinishedTitle,
} from "#ui/describe-item.ts";
import classes from "./entry/entry.module.css";
import { EntryHead, EntryPhoto } from "./entry/entry-head.tsx";

/** The entries that are on this device but not on the server, newest first. */
export function WaitingList(props: { entries: readonly NotSentYet[] }) {
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
            {entry.kind === "waiting" && <Waiting item={entry.item} />}
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

/** An entry of the history that is on this device but not on the server. */
type NotSentYet =
  | { kind: "waiting"; id: string; item: WaitingItem }
  | { kind: "unfinished" | "recording"; id: string; recording: Recording };

/**
 * The entries that are not sent, newest first. Ids are UUIDv7: they sort by the time when the entry
 * was started.
 * @param agent null means every agent
 */
export function notSentYet(unsent: Unsent, agent: Agent | null): NotSentYet[] {
  const entries: NotSentYet[] = [
    ...unsent.items
      // A rating of an answer is no entry of the history.
      .filter(({ payload }) => payload.kind !== "feedback")
      .map((item) => ({ kind: "waiting" as const, id: item.id, item })),
    ...(["unfinished", "recording"] as const).flatMap((kind) =>
      unsent[kind].map((recording) => ({ kind, id: recording.id, recording })),
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
