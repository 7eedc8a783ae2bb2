import type { Source } from "@contracts/question.ts";
import { FileText } from "lucide-react";
import { openPassage } from "../manuals/passage-to-open.ts";
import classes from "./citation.module.css";
import { formatSource } from "./format-source.ts";

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
