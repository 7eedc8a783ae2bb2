import type { Source } from "@contracts/question.ts";
import { FileText } from "lucide-react";
import { formatSource, openPassage } from "../manuals/passage-to-open.ts";
import classes from "./citation.module.css";

/** A button with a file name and a page; it opens the passage there. */
export function SourceChip({ source, number }: { source: Source; number?: number }) {
  return (
    <button type="button" className={classes.chip} onClick={() => openPassage(source)}>
      <span className={classes.chipMark} aria-hidden>
        {number ?? <FileText size={16} />}
      </span>
      <span className={classes.chipName}>{formatSource(source)}</span>
    </button>
  );
}

/** An answer as copied text, with the list of its sources below it. */
export function answerAsText(answer: string, sources: readonly Source[]): string {
  if (sources.length === 0) return answer;
  const list = sources.map((source, index) => `[${index + 1}] ${formatSource(source)}`);
  return `${answer}\n\n${list.join("\n")}`;
}
