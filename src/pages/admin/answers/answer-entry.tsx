import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import { memo, type ReactNode } from "react";
import { momentWords } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import rows from "#ui/row.module.css";
import { LongText } from "../activity-logs/long-text.tsx";
import type { NameOf } from "../knowledge-base/documents.ts";
import classes from "./answer-entry.module.css";
import { MARKED_WRONG, marksOf, questionWords } from "./review-words.ts";

/** One answer that found nothing or was marked as wrong, with what its person said about it. */
export const AnswerEntry = memo(function AnswerEntry(props: {
  answer: AnswerToReview;
  nameOf: NameOf;
  /** What can be done with it. */
  children?: ReactNode;
}) {
  const { answer, nameOf } = props;
  const time = Date.parse(answer.noted_at);
  return (
    <article className={`${rows.row} ${classes.entry}`}>
      <div className={classes.head}>
        <h3 className={classes.name}>{questionWords(answer)}</h3>
        <p className={classes.who}>
          {answer.person ?? "Deleted account"}
          {" · "}
          <time dateTime={new Date(time).toISOString()}>{momentWords(time)}</time>
        </p>
      </div>
      <p className={classes.marks}>
        <span className={classes.mark}>{AGENTS[answer.agent].name}</span>
        {marksOf(answer).map((mark) => (
          <span key={mark} className={classes.mark} data-wrong={mark === MARKED_WRONG || undefined}>
            {mark}
          </span>
        ))}
      </p>
      <dl className={classes.texts}>
        {answer.reason !== null && (
          <div>
            <dt>What was wrong</dt>
            <dd>{answer.reason}</dd>
          </div>
        )}
        {answer.answer !== null && (
          <div>
            <dt>Answer</dt>
            <dd>
              <LongText text={readableText(answer.answer, true)} of="answer" />
            </dd>
          </div>
        )}
        {answer.file_ids.length > 0 && (
          <div>
            <dt>Documents</dt>
            <dd>{answer.file_ids.map(nameOf).join(", ")}</dd>
          </div>
        )}
      </dl>
      {props.children}
    </article>
  );
});
