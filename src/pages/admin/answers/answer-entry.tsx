import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import { memo, type ReactNode } from "react";
import { formatMoment } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import rows from "#ui/row.module.css";
import { LongText } from "../activity-logs/long-text.tsx";
import type { FindName } from "../knowledge-base/documents.ts";
import classes from "./answer-entry.module.css";
import { describeQuestion, MARKED_WRONG, reviewMarks } from "./review-texts.ts";

/** One answer that found nothing or was marked as wrong, with its person's reason. */
export const AnswerEntry = memo(function AnswerEntry(props: {
  answer: AnswerToReview;
  findName: FindName;
  /** Its actions. */
  children?: ReactNode;
}) {
  const { answer, findName } = props;
  const time = Date.parse(answer.noted_at);
  return (
    <article className={`${rows.row} ${classes.entry}`}>
      <div className={classes.head}>
        <h3 className={classes.name}>{describeQuestion(answer)}</h3>
        <p className={classes.who}>
          {answer.person ?? "Deleted account"}
          {" · "}
          <time dateTime={new Date(time).toISOString()}>{formatMoment(time)}</time>
        </p>
      </div>
      <p className={classes.marks}>
        <span className={classes.mark}>{AGENTS[answer.agent].name}</span>
        {reviewMarks(answer).map((mark) => (
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
            <dd>{answer.file_ids.map(findName).join(", ")}</dd>
          </div>
        )}
      </dl>
      {props.children}
    </article>
  );
});
