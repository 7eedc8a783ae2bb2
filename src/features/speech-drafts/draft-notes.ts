import type { DraftWord, SpeechDraft } from "#mirror/person/recordings/recording-rows.ts";
import { draftText } from "#mirror/person/recordings/speech-drafts.ts";

export const DRAFT_TITLE = "Draft, made on this device";

/** A word with a probability under one half is marked. */
const DOUBTFUL = Math.log(0.5);

export function isDoubtful({ logProbability, heard }: DraftWord): boolean {
  return heard === undefined && logProbability < DOUBTFUL;
}

/** Whether a draft has anything to show. */
export function isShown(draft: SpeechDraft | undefined): draft is SpeechDraft {
  if (draft === undefined) return false;
  return draft.state === "whole" || draft.pieces.length > 0;
}

/** The meaning of the marks in a text; null when nothing is marked. */
function marksNote(words: readonly DraftWord[]): string | null {
  const meanings = [
    words.some(isDoubtful) && "Dotted words are uncertain.",
    words.some(({ heard }) => heard !== undefined) &&
      "Underlined words come from your company's vocabulary: tap one to put back what was heard.",
  ];
  return meanings.filter(Boolean).join(" ") || null;
}

/** The note about a draft as a whole; null when it needs none. */
export function draftNote(draft: SpeechDraft): string | null {
  const isEmpty = draftText(draft) === "";
  if (draft.state === "in-progress") return "The rest is not understood yet.";
  if (draft.state === "failed") return "This device could not understand the rest.";
  if (!isEmpty) return marksNote(draft.pieces.flatMap(({ words }) => words));
  return draft.pieces.length === 0
    ? "No speech was heard. The recording is kept."
    : "The speech is unclear to this device. The recording is kept.";
}
