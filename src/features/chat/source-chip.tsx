import type { Source } from "@contracts/question.ts";
import { FileText } from "lucide-react";
import type { Named } from "../manuals/document-titles.ts";
import { openPassage } from "../manuals/passage-to-open.ts";
import classes from "./citation.module.css";

/** A button with the name of a passage; it opens the document there. */
export function SourceChip({ source, number }: { source: Named<Source>; number?: number }) {
  return (
    <button type="button" className={classes.chip} onClick={() => openPassage(source)}>
      <span className={classes.chipMark} aria-hidden>
        {number ?? <FileText size={16} />}
      </span>
      <span className={classes.chipName}>{source.name}</span>
    </button>
  );
}

/** An answer as copied text, with the list of its sources below it. */
export function answerAsText(answer: string, sources: readonly Named<Source>[]): string {
  if (sources.length === 0) return answer;
  const list = sources.map(({ name }, index) => `[${index + 1}] ${name}`);
  return `${answer}\n\n${list.join("\n")}`;
}
