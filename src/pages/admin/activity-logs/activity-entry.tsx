import { AGENTS } from "@contracts/agent.ts";
import type { ActivityLog } from "@contracts/agent-log.ts";
import { doneAt } from "@contracts/log-time.ts";
import { memo, useMemo } from "react";
import { formatMoment } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import rows from "#ui/row.module.css";
import type { Author } from "./activity-author.ts";
import { INPUT_NAMES } from "./activity-csv.ts";
import classes from "./activity-entry.module.css";
import { LongText } from "./long-text.tsx";

/** One use of an agent by a person of the company. */
export const ActivityEntry = memo(function ActivityEntry(props: {
  log: ActivityLog;
  /** Null while the company's people are being loaded. */
  author: Author | null;
}) {
  const { log, author } = props;
  const question = log.input_data ?? "";
  const answer = useMemo(() => answerText(log), [log]);
  const time = doneAt(log);
  return (
    <article className={`${rows.row} ${classes.entry}`}>
      <div className={classes.head}>
        <div className={classes.who}>
          <h3 className={classes.name}>{author?.name ?? "…"}</h3>
          {author !== null && author.email !== null && (
            <p className={classes.email}>{author.email}</p>
          )}
        </div>
        <time dateTime={new Date(time).toISOString()} className={classes.time}>
          {formatMoment(time)}
        </time>
      </div>
      <p className={classes.kind}>
        <span className={classes.agent}>{AGENTS[log.agent_type].name}</span>
        <span className={classes.input}>{INPUT_NAMES[log.input_type]}</span>
      </p>
      <dl className={classes.texts}>
        <div>
          <dt>Question</dt>
          <dd>
            {question === "" ? (
              <p className={classes.none}>{questionText(log)}</p>
            ) : (
              <LongText text={question} of="question" />
            )}
          </dd>
        </div>
        <div>
          <dt>Answer</dt>
          <dd>
            {answer === "" ? (
              <p className={classes.none}>None</p>
            ) : (
              <LongText text={answer} of="answer" />
            )}
          </dd>
        </div>
      </dl>
    </article>
  );
});

/** The question or the speech; a photo has no text. */
function questionText({ input_data, input_type }: ActivityLog): string {
  if (input_data !== null && input_data !== "") return input_data;
  return input_type === "image" ? "A photo" : "None";
}

/** The answer without Markdown, "" for none; the summary of a voice note is plain text. */
function answerText({ agent_type, output_summary }: ActivityLog): string {
  const text = output_summary ?? "";
  return agent_type === "voice" ? text : readableText(text, agent_type !== "snap");
}
