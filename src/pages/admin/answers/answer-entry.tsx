import { AGENTS } from "@contracts/agent.ts";
import type { AnswerToReview } from "@contracts/answer-review.ts";
import type { GoldenEntry } from "@contracts/golden-question.ts";
import { ListPlus } from "lucide-react";
import { memo, type ReactNode, useState } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { formatMoment } from "#ui/format.ts";
import { readableText } from "#ui/readable-text.ts";
import rows from "#ui/row.module.css";
import { LongText } from "../activity-logs/activity-entry.tsx";
import { GoldenForm } from "../golden-set/golden-form.tsx";
import type { CurrentVersions, FindName } from "../knowledge-base/documents.ts";
import classes from "./answers.module.css";
import { describeQuestion, MARKED_WRONG, reviewMarks } from "./review-filters.tsx";

/** One answer that found nothing or was marked as wrong, with its person's reason. */
export const AnswerEntry = memo(function AnswerEntry(props: {
  answer: AnswerToReview;
  findName: FindName;
  children?: ReactNode;
}) {
  const { answer, findName } = props;
  const time = Date.parse(answer.noted_at);
  return (
    <article className={`${rows.row} ${classes.entry}`}>
      <div className={classes.head}>
        <h3 className={shared.name}>{describeQuestion(answer)}</h3>
        <p className={shared.facts}>
          {answer.person ?? "Deleted account"}
          {" · "}
          <time dateTime={new Date(time).toISOString()}>{formatMoment(time)}</time>
        </p>
      </div>
      <p className={shared.actions}>
        <span className={shared.pill}>{AGENTS[answer.agent].name}</span>
        {reviewMarks(answer).map((mark) => (
          <span
            key={mark}
            className={`${shared.pill} ${classes.mark}`}
            data-wrong={mark === MARKED_WRONG || undefined}
          >
            {mark}
          </span>
        ))}
      </p>
      <dl className={`${shared.texts} ${classes.texts}`}>
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
        {answer.reply && (
          <div>
            <dt>
              Reply{answer.replier && ` of ${answer.replier}`}
              {answer.replied_at && `, ${formatMoment(Date.parse(answer.replied_at))}`}
            </dt>
            <dd>
              <LongText text={answer.reply} of="reply" />
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

/** A button that opens a form, filled in from an answer, that adds its question to the golden set. */
export function AddToGoldenSet(props: {
  answer: AnswerToReview;
  documents: CurrentVersions;
  readOnly: boolean;
  onAdd: (entry: GoldenEntry) => Promise<boolean>;
}) {
  const { answer, documents, readOnly } = props;
  const [opened, setOpened] = useState(false);
  const question = answer.question ?? "";
  if (question === "") return null;
  if (!opened) {
    return (
      <ActionButton
        icon={ListPlus}
        disabled={readOnly}
        aria-label={`Add to golden set: ${question}`}
        onClick={() => setOpened(true)}
      >
        Add to golden set
      </ActionButton>
    );
  }
  const [file] = answer.file_ids.flatMap((id) => documents.get(id)?.id ?? []);
  return (
    <GoldenForm
      entry={{
        agent: answer.agent,
        question,
        expected: "passage",
        expected_text: null,
        file_id: file ?? null,
      }}
      documents={documents}
      label="Add to golden set"
      onSave={props.onAdd}
      onClose={() => setOpened(false)}
    />
  );
}
