import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import { memo, type ReactNode } from "react";
import { momentWords } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import { LongText } from "../activity-logs/long-text.tsx";
import classes from "./answer-entry.module.css";
import { type FileNames, fileName } from "./review-words.ts";

/** One answer that found nothing or was marked as wrong, with what its person said about it. */
export const AnswerEntry = memo(function AnswerEntry(props: {
  answer: AnswerToReview;
  names: FileNames;
  /** What can be done with it. */
  children?: ReactNode;
}) {
  const { answer, names } = props;
  const time = Date.parse(answer.noted_at);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          {answer.question || "A question that is not known any more"}
        </h3>
        <p className={classes.who}>
          {answer.person ?? "Deleted account"}
          {" · "}
          <time dateTime={new Date(time).toISOString()}>{momentWords(time)}</time>
        </p>
      </div>
      <p className={classes.marks}>
        <span className={classes.mark}>{AGENTS[answer.agent].name}</span>
        {answer.found_nothing && <span className={classes.mark}>Found nothing</span>}
        {answer.verdict === "wrong" && (
          <span className={classes.mark} data-wrong>
            Marked wrong
          </span>
        )}
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
            <dd>{answer.file_ids.map((id) => fileName(names, id)).join(", ")}</dd>
          </div>
        )}
      </dl>
      {props.children}
    </li>
  );
});
