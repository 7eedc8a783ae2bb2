import type { Source } from "@contracts/question.ts";
import { FileText } from "lucide-react";
import { openPassage } from "../manuals/passage-to-open.ts";
import classes from "./citation.module.css";

/** A button with a file name and a page; it opens the passage there. */
export function SourceChip(props: { source: Source; number?: number }) {
  const { source, number } = props;
  return (
    <button type="button" className={classes.chip} onClick={() => openPassage(source)}>
      <span className={classes.chipMark} aria-hidden>
        {number ?? <FileText size={16} />}
      </span>
      <span className={classes.chipName}>{formatSource(source)}</span>
    </button>
  );
}

/** The place of a passage: "Manual.pdf, p. 3". */
export function formatSource({ file_name, page }: Pick<Source, "file_name" | "page">): string {
  return page === null ? file_name : `${file_name}, p. ${page}`;
}

/** An answer as copied text, with the list of its sources below it. */
export function answerAsText(answer: string, sources: readonly Source[]): string {
  if (sources.length === 0) return answer;
  const list = sources.map((source, index) => `[${index + 1}] ${formatSource(source)}`);
  return `${answer}\n\n${list.join("\n")}`;
}
