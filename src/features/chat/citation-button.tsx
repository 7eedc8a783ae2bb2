import type { Source } from "@contracts/question.ts";
import { openPassage } from "../manuals/passage-to-open.ts";
import classes from "./citation.module.css";
import { sourceWords } from "./source-words.ts";

/** A citation within an answer: shows its number, and opens the passage. */
export function CitationButton(props: { number: number; source: Source }) {
  const { number, source } = props;
  return (
    <button
      type="button"
      className={classes.mark}
      aria-label={`Source ${number}: ${sourceWords(source)}`}
      onClick={() => openPassage(source)}
    >
      <span className={classes.number}>{number}</span>
    </button>
  );
}
