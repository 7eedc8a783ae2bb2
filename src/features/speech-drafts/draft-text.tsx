import { createElement, Fragment } from "react";
import type {
  DraftPiece,
  DraftWord,
  SpeechDraft,
} from "#mirror/person/recordings/recording-rows.ts";
import { draftText, UNCLEAR_MARK } from "#mirror/person/recordings/speech-drafts.ts";
import classes from "./draft.module.css";
import { draftNote, isDoubtful } from "./draft-words.ts";

/** The text of a draft with its doubtful words marked, and what is to be said about it. */
export function DraftText({ draft }: { draft: SpeechDraft }) {
  const note = draftNote(draft);
  return (
    <>
      {draftText(draft) !== "" && (
        <p className={classes.text}>
          {draft.pieces.map((piece) => (
            <Fragment key={piece.start}>
              <Piece piece={piece} />{" "}
            </Fragment>
          ))}
        </p>
      )}
      {note !== null && <p className={classes.note}>{note}</p>}
    </>
  );
}

function Piece({ piece }: { piece: DraftPiece }) {
  if (piece.words.length === 0) return <span className={classes.unclear}>{UNCLEAR_MARK}</span>;
  const words = piece.words.flatMap((word) => [" ", isDoubtful(word) ? marked(word) : word.text]);
  // As separate children, because equal words have nothing that could be a key.
  return createElement(Fragment, null, ...words.slice(1));
}

function marked({ text }: DraftWord) {
  return <mark className={classes.doubtful}>{text}</mark>;
}
