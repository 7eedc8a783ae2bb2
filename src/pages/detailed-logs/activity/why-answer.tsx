import type { AnswerGrounding } from "@contracts/answer-grounding.ts";
import { FileText } from "lucide-react";
import { useId } from "react";
import shared from "#features/administration/administration.module.css";
import classes from "./why-answer.module.css";

const date = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** The basis of an answer: the check of its sentences, its prompt, and the passages it was given. */
export function WhyAnswer({ grounding }: { grounding: AnswerGrounding }) {
  const { prompt, passages, check } = grounding;
  const problemsTitle = useId();
  return (
    <details className={classes.why}>
      <summary className={classes.summary}>Why did it say that?</summary>
      <p>{describeCheck(check)}</p>
      {check.problems.length > 0 && (
        <>
          <p id={problemsTitle} className={`${shared.label} ${classes.label}`}>
            Not confirmed
          </p>
          <ul className={classes.problems} aria-labelledby={problemsTitle}>
            {[...new Set(check.problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </>
      )}
      <p className={`${shared.facts} ${classes.prompt}`}>
        Prompt {prompt.key}, version {prompt.version}
      </p>
      <ol className={classes.passages} aria-label="Passages that the model was given">
        {passages.map((passage) => (
          <li
            key={`${passage.file_id} ${passage.chunk_no}`}
            data-cited={passage.cited || undefined}
          >
            <p className={classes.file}>
              <FileText size={16} aria-hidden className={classes.icon} />
              <span>{passage.file_name}</span>
              {passage.cited && <span className={classes.cited}>Cited</span>}
            </p>
            {describePlace(passage) !== "" && (
              <p className={`${shared.facts} ${classes.place}`}>{describePlace(passage)}</p>
            )}
            <blockquote className={classes.quote}>{passage.quote}</blockquote>
          </li>
        ))}
      </ol>
    </details>
  );
}

function describeCheck({ claims, supported, asked_again }: AnswerGrounding["check"]): string {
  const compared =
    claims === 0
      ? "The answer claims nothing."
      : `${supported} of ${claims} ${claims === 1 ? "claim is" : "claims are"} supported by the cited passages.`;
  return asked_again ? `${compared} The model was asked once more.` : compared;
}

function describePlace({ page, heading, indexed_at }: AnswerGrounding["passages"][number]): string {
  return [
    page === null ? null : `Page ${page}`,
    heading,
    indexed_at === null ? null : `Version of ${date.format(Date.parse(indexed_at))}`,
  ]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
}
