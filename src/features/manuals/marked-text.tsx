import { Fragment } from "react";
import type { TextPiece } from "#knowledge/search/build-excerpt.ts";

/** A text with the searched words marked. */
export function MarkedText({ pieces }: { pieces: readonly TextPiece[] }) {
  let place = 0;
  return pieces.map(({ text, found }) => {
    const key = place;
    place += text.length;
    return found ? <mark key={key}>{text}</mark> : <Fragment key={key}>{text}</Fragment>;
  });
}
