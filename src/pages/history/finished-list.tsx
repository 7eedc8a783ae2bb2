import { doneAt } from "@contracts/log-time.ts";
import { memo, type ReactNode, Suspense, use, useId, useMemo } from "react";
import { ListenToEntry, NoSpeech } from "#features/kept-audio/kept-recording.tsx";
import { EarlierDraft, TranscribedHere } from "#features/speech-drafts/speech-draft.tsx";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { RowList } from "#ui/row-list.tsx";
import { daysBegin } from "./days.ts";
import classes from "./entry/entry.module.css";
import { EntryActions, inputHeading } from "./entry/entry-actions.tsx";
import { entryForm } from "./entry/entry-form.ts";
import { EntryHead, EntryPhoto } from "./entry/entry-head.tsx";

/** The height of a typical entry with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 240;

/**
 * The entries that are on the server. Not rendered again for a key that changes none of them.
 * @param props.inDays whether they are in the order of their days, each of which gets a heading
 */
export const FinishedList = memo(function FinishedList(props: {
  logs: readonly MirroredAgentLog[];
  inDays: boolean;
}) {
  const { logs, inDays } = props;
  const days = useMemo(() => daysBegin(inDays ? logs : [], Date.now()), [logs, inDays]);
  return (
    <RowList
      rows={logs}
      label="History"
      usualHeight={USUAL_HEIGHT}
      // They are high, and all are rendered anew for every key of a search.
      ahead={3}
      row={(log) => (
        <>
          {days.has(log.id) && <h2 className={classes.section}>{days.get(log.id)}</h2>}
          <FinishedEntry log={log} />
        </>
      )}
    />
  );
});

/** One entry that is on the server. Stays as it is when a search goes on to show it. */
const FinishedEntry = memo(function FinishedEntry({ log }: { log: MirroredAgentLog }) {
  const input = log.input_data ?? "";
  const form = entryForm(log);
  if (form === "no-speech") {
    return (
      <article className={classes.entry}>
        <EntryHead agent="voice" time={doneAt(log)} />
        <p className={classes.status}>No speech was recognised</p>
        <EarlierDraft id={log.id} />
        <NoSpeech id={log.id} />
      </article>
    );
  }
  if (form === "transcription") return <Transcription log={log} />;
  const hasInput = form === "summary-and-input";
  const between = (
    <>
      {log.agent_type !== "snap" && hasInput && (
        <Input heading={inputHeading(log.agent_type)} text={input} />
      )}
      {log.agent_type === "voice" && <TranscribedHere id={log.id} />}
      {log.input_type === "voice" && <EarlierDraft id={log.id} />}
    </>
  );
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
      <Suspense
        fallback={
          <EntrySummary log={log} asWritten>
            {between}
          </EntrySummary>
        }
      >
        <EntrySummary log={log}>{between}</EntrySummary>
      </Suspense>
    </article>
  );
});

/** A voice note that has a transcription but no summary. */
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

/** Loaded after the page: until then, and if that fails, an answer shows its Markdown marks. */
const readableTextLoaded = import("#ui/readable-text.ts").then(
  (module) => module.readableText,
  () => (markdown: string) => markdown,
);

/** The result of an entry. `children` is placed between the text and the buttons. */
function EntrySummary(props: {
  log: MirroredAgentLog;
  /** Shows the Markdown that a model wrote as it is. */
  asWritten?: true;
  children: ReactNode;
}) {
  const { log, asWritten, children } = props;
  const { agent_type, input_type, output_summary } = log;
  const labelId = useId();
  const written = output_summary ?? "";
  const text =
    asWritten || agent_type === "voice"
      ? written
      : use(readableTextLoaded)(written, agent_type !== "snap");
  return (
    <>
      <h4 id={labelId} className={classes.label}>
        Summary
      </h4>
      <p className={classes.summary}>{text === "" ? "Nothing was said." : text}</p>
      {children}
      <div className={classes.actions}>
        {input_type === "voice" && <ListenToEntry id={log.id} />}
        {text !== "" && <CopyButton text={text} describedBy={labelId} />}
        <EntryActions log={log} />
      </div>
    </>
  );
}
