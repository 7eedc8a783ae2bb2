import { AGENTS } from "@contracts/agent.ts";
import { doneAt } from "@contracts/log-time.ts";
import { memo, useEffect, useId, useRef } from "react";
import { OfficeReply } from "#features/chat/office-reply.tsx";
import {
  CheckButton,
  EditButton,
  EditedNote,
  NoteTexts,
  useCorrection,
} from "#features/corrections/note-correction.tsx";
import { CopyNote } from "#features/history/copy-note.tsx";
import { entryForm, titleAbove } from "#features/history/entry-form.ts";
import { useResult } from "#features/history/use-result.ts";
import { ListenToEntry, NoSpeech } from "#features/kept-audio/kept-recording.tsx";
import { EarlierDraft, TranscribedHere } from "#features/speech-drafts/speech-draft.tsx";
import type { Entry } from "#mirror/person/entry-changes.ts";
import { furtherMessageId } from "#mirror/person/outbox/question-ids.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatMoment } from "#ui/format.ts";
import rowClasses from "#ui/listen-button.module.css";
import classes from "./entry.module.css";
import { EntryActions, inputHeading } from "./entry-actions.tsx";
import { EntryHead, EntryPhoto } from "./entry-head.tsx";
import { JobAction, JobLink } from "./entry-job.tsx";

/**
 * One entry that is on the server. Stays as it is when a search goes on to show it.
 * @param props.underDay whether the heading above the entry already names the day
 * @param props.mayAssign whether it can be put into a job
 * @param props.isOfJob it is on the page of its job
 * @param props.isAsked the address asks for this entry: it opens, and gets the focus if nothing has it
 */
export const FinishedEntry = memo(function FinishedEntry(props: {
  log: Entry;
  underDay: boolean;
  isAsked?: boolean;
  mayAssign?: boolean;
  isOfJob?: boolean;
}) {
  const { log, underDay, isAsked = false } = props;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked || document.activeElement !== document.body) return;
    article.current?.focus({ preventScroll: true });
  }, [isAsked]);
  const { id, agent_type: agent } = log;
  const labelId = useId();
  const result = useResult(log);
  const input = log.input_data ?? "";
  const form = entryForm(log);
  const correction = useCorrection(
    agent === "voice" && form !== "no-speech" ? id : null,
    log.editedAt !== undefined,
  );
  const title = titleAbove(log, result);
  const jobId = log.job_id ?? null;
  const head = (
    <>
      <EntryHead {...{ agent, underDay, title }} time={doneAt(log)} />
      {props.isOfJob !== true && <JobLink jobId={jobId} />}
    </>
  );
  const jobAction = (props.mayAssign === true || jobId !== null) && (
    <JobAction entry={{ id, agent }} jobId={jobId} about={formatMoment(doneAt(log))} />
  );
  if (form === "no-speech") {
    return (
      <article ref={article} tabIndex={isAsked ? -1 : undefined} className={classes.entry}>
        {head}
        <p className={classes.status}>No speech was recognised</p>
        <EarlierDraft id={id} />
        <NoSpeech id={id}>{jobAction}</NoSpeech>
      </article>
    );
  }
  const isWhole = form === "transcription";
  const text = isWhole ? input : result;
  const hasInput = form === "summary-and-input" && title !== input.trim();
  return (
    <article ref={article} tabIndex={isAsked ? -1 : undefined} className={classes.entry}>
      {head}
      {agent === "snap" && (
        <div className={classes.photo}>
          <EntryPhoto id={id} />
          {hasInput && (
            <div>
              <h4 className={classes.label}>{inputHeading("snap")}</h4>
              <p className={classes.inputText}>{input}</p>
            </div>
          )}
        </div>
      )}
      <NoteTexts correction={correction}>
        <div className={classes.labelled}>
          <h4 id={labelId} className={classes.label}>
            {isWhole ? inputHeading("voice") : "Summary"}
          </h4>
          <CheckButton correction={correction} />
        </div>
        <p className={classes.summary}>{text === "" ? "Nothing was said." : text}</p>
        {isWhole && <p className={classes.note}>No summary was written.</p>}
        {agent !== "snap" && hasInput && (
          <Input heading={inputHeading(agent)} text={input} isOpen={isAsked} />
        )}
      </NoteTexts>
      <EditedNote correction={correction} />
      <TranscribedHere reply={correction.note?.reply} />
      {log.input_type === "voice" && <EarlierDraft id={id} />}
      {AGENTS[agent].answersQuestions && <OfficeReply messageId={furtherMessageId(id, "answer")} />}
      <div className={rowClasses.actions}>
        <ListenToEntry id={id}>
          {text !== "" &&
            (agent === "voice" ? (
              <CopyNote
                note={{ id, summary: isWhole ? null : text, transcription: input }}
                usual={{ text, describedBy: labelId }}
              />
            ) : (
              <CopyButton text={text} describedBy={labelId} />
            ))}
          {agent === "voice" && (
            <EditButton correction={correction} about={formatMoment(doneAt(log))} />
          )}
          <EntryActions log={log} />
          {jobAction}
        </ListenToEntry>
      </div>
    </article>
  );
});

/** The speech or the question, which opens below the result. */
function Input(props: { heading: string; text: string; isOpen: boolean }) {
  const { heading, text, isOpen } = props;
  const labelId = useId();
  return (
    <details open={isOpen} className={classes.input}>
      <summary id={labelId} className={classes.open}>
        {heading}
      </summary>
      <p className={classes.inputText}>{text}</p>
      <CopyButton text={text} describedBy={labelId} />
    </details>
  );
}
