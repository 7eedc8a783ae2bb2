import type { Correction } from "@contracts/spelling/correction.ts";
import { Fragment } from "react";
import classes from "./spelling-notice.module.css";
import { TextButton } from "./text-button.tsx";

/** Shows which words were corrected for a search, and offers the search as written. */
export function SpellingNotice(props: {
  corrections: readonly Correction[];
  onAsWritten: () => void;
}) {
  const { corrections, onAsWritten } = props;
  if (corrections.length === 0) return null;
  const written = corrections.map((correction) => `“${correction.written}”`).join(", ");
  // Two words can be misspelled forms of one.
  const used = [...new Set(corrections.map((correction) => correction.used))];
  return (
    <p className={classes.notice}>
      <span>
        Showing results for{" "}
        {used.map((word, place) => (
          <Fragment key={word}>
            {place > 0 && ", "}
            <em className={classes.used}>{word}</em>
          </Fragment>
        ))}
      </span>
      <TextButton onClick={onAsWritten}>Search instead for {written}</TextButton>
    </p>
  );
}
