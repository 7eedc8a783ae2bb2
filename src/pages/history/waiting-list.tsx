import { useId } from "react";
import { WaitingDraft } from "#features/speech-drafts/speech-draft.tsx";
import { UnfinishedActions } from "#features/unfinished/unfinished-actions.tsx";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import {
  contentTitle,
  describeReason,
  describeStatus,
  unfinishedTitle,
} from "#ui/describe-item.ts";
import classes from "./entry/entry.module.css";
import { EntryHead } from "./entry/entry-head.tsx";
import { EntryPhoto } from "./entry/entry-photo.tsx";
import { entryAgent, type NotSentYet } from "./not-sent-yet.ts";

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
            <EntryHead agent={entryAgent(entry)} time={entryTime(entry)} />
            {entry.kind === "waiting" && <Waiting item={entry.item} />}
            {entry.kind === "unfinished" && <Unfinished recording={entry.recording} />}
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

function entryTime(entry: NotSentYet): number {
  return entry.kind === "waiting" ? entry.item.capturedAt : entry.recording.startedAt;
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

function Unfinished({ recording }: { recording: Recording }) {
  return (
    <>
      <p className={classes.status} data-state="waiting">
        {unfinishedTitle(recording)}
      </p>
      <p className={classes.note}>It was not sent.</p>
      <WaitingDraft id={recording.id} />
      <UnfinishedActions recording={recording} send="Send" />
    </>
  );
}
