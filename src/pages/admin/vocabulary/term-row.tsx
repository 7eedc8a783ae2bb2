import type { VocabularyTerm } from "@contracts/vocabulary.ts";
import { Button } from "@mantine/core";
import { Trash2 } from "lucide-react";
import { memo } from "react";
import { dayWords } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import classes from "./vocabulary-panel.module.css";

/** An entry of the vocabulary. It renders again only when its own data change. */
export const TermRow = memo(function TermRow(props: {
  row: VocabularyTerm;
  readOnly: boolean;
  onRemove: (row: VocabularyTerm) => void;
}) {
  const { row, readOnly, onRemove } = props;
  return (
    <div className={`${rows.row} ${classes.row}`}>
      <div className={classes.entry}>
        <p className={classes.term}>{row.term}</p>
        {row.heard !== null && <p className={classes.heard}>Always replaces “{row.heard}”</p>}
      </div>
      <p className={classes.added}>Added {dayWords(Date.parse(row.created_at))}</p>
      <Button
        variant="default"
        leftSection={<Trash2 size={18} aria-hidden />}
        disabled={readOnly}
        aria-label={`Delete: ${row.term}${row.heard === null ? "" : `, which replaces ${row.heard}`}`}
        onClick={() => onRemove(row)}
      >
        Delete
      </Button>
    </div>
  );
});
