import { Fragment } from "react";
import type { TextPiece } from "#knowledge/search/build-excerpt.ts";
import classes from "./excerpt.module.css";

/** The shown part of a passage that was found, with the searched words marked: five lines at most. */
export function Excerpt({ pieces }: { pieces: readonly TextPiece[] }) {
  return (
    <span className={classes.excerpt}>
      <MarkedText pieces={pieces} />
    </span>
  );
}

/** A text with the searched words marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  let place = 0;
  return pieces.map(({ text, found }) => {
    const key = place;
    place += text.length;
    return found ? (
      <mark key={key} className={classes.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={key}>{text}</Fragment>
    );
  });
}
