import type { TextPiece } from "#knowledge/search/build-excerpt.ts";
import classes from "./excerpt.module.css";
import { MarkedText } from "./marked-text.tsx";

/** The shown part of a passage that was found, with the searched words marked: five lines at most. */
export function Excerpt({ pieces }: { pieces: readonly TextPiece[] }) {
  return (
    <span className={classes.excerpt}>
      <MarkedText pieces={pieces} />
    </span>
  );
}
