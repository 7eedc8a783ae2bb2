import { doneAt } from "@contracts/log-time.ts";
import { memo, useId } from "react";
import { ListenToEntry, NoSpeech } from "#features/kept-audio/kept-recording.tsx";
import { EarlierDraft, TranscribedHere } from "#features/speech-drafts/speech-draft.tsx";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import classes from "./entry.module.css";
import { EntryActions } from "./entry-actions.tsx";
import { entryForm } from "./entry-form.ts";
import { EntryHead } from "./entry-head.tsx";
import { EntryPhoto } from "./entry-photo.tsx";
import { EntrySummary } from "./entry-summary.tsx";
import { inputHeading } from "./entry-text.ts";

/** One entry that is on the server. Stays as it is when a search goes on to show it. */
export const FinishedEntry = memo(function FinishedEntry({ log }: { log: MirroredAgentLog }) {
  const input = log.input_data ?? "";
  const form = entryForm(log);
  if (form === "no-speech") {
    return (
      <article className={classes.entry}>
        <EntryHead agent="voice" time={doneAt(log)} />
        <p className={classes.silence}>No speech was recognised</p>
        <EarlierDraft id={log.id} />
        <NoSpeech id={log.id} />
      </article>
    );
  }
  if (form === "transcription") return <Transcription log={log} />;
  const hasInput = form === "summary-and-input";
  return (
    <article className={classes.entry}>
      <EntryHead agent={log.agent_type} time={doneAt(log)} />
      {log.agent_type === "snap" && (
        <div className={classes.photo}>
          <EntryPhoto id={log.id} />
          {hasInput && (
            <div>
              <h4 className={classes.label}>{inputHeading("snap")}</h4>
              <p className={classes.inputText}>{input}</p>
            </div>
          )}
        </div>
      )}
      <EntrySummary log={log} listen={log.input_type === "voice" && <ListenToEntry id={log.id} />}>
        {log.agent_type !== "snap" && hasInput && (
          <Input heading={inputHeading(log.agent_type)} text={input} />
        )}
        {log.agent_type === "voice" && <TranscribedHere id={log.id} />}
        {log.input_type === "voice" && <EarlierDraft id={log.id} />}
      </EntrySummary>
    </article>
  );
});

/** A voice note whose words nobody could summarise. */
function Transcription({ log }: { log: MirroredAgentLog }) {
  const labelId = useId();
  const text = log.input_data ?? "";
  return (
    <article className={classes.entry}>
      <EntryHead agent="voice" time={doneAt(log)} />
      <h4 id={labelId} className={classes.label}>
        {inputHeading("voice")}
      </h4>
      <p className={classes.summary}>{text}</p>
      <p className={classes.note}>No summary was written.</p>
      <TranscribedHere id={log.id} />
      <EarlierDraft id={log.id} />
      <div className={classes.actions}>
        <ListenToEntry id={log.id} />
        <CopyButton text={text} describedBy={labelId} />
        <EntryActions log={log} />
      </div>
    </article>
  );
}

/** The speech or the question, which opens below the result. */
function Input({ heading, text }: { heading: string; text: string }) {
  const labelId = useId();
  return (
    <details className={classes.input}>
      <summary id={labelId} className={classes.open}>
        {heading}
      </summary>
      <p className={classes.inputText}>{text}</p>
      <div className={classes.actions}>
        <CopyButton text={text} describedBy={labelId} />
      </div>
    </details>
  );
}
