import { editDistance } from "@contracts/spelling/find-corrections.ts";
import { TERM_LIMIT } from "@contracts/vocabulary.ts";
import type { Doubt } from "@contracts/voice-transcribe.ts";
import type { Note } from "#mirror/person/notes.ts";
import { draftText } from "#mirror/person/recordings/speech-drafts.ts";
import { findDoubts } from "#understanding/speech/doubts.ts";

/**
 * The words of a note that its transcriber was unsure of: the server's own model tells them in its reply,
 * and where the device's draft became the transcription, the draft has them. Those that were changed since,
 * or looked at, are none.
 */
export function doubtsIn({ valid, versions, reply, draft, checked }: Note): Doubt[] {
  const heard = versions.at(-1)?.transcription.trim();
  const isOwn = draft?.state === "whole" && draftText(draft) === heard;
  const words = splitWords(valid.transcription);
  return (reply?.doubts ?? (isOwn ? findDoubts(draft.pieces) : [])).filter(
    ({ place, text }) => words[place] === text && !checked.includes(place),
  );
}

/** Said of a summary, see `isSummaryOlder`. */
export const SUMMARY_IS_OLDER = "The summary was made before the transcription was changed.";

const splitWords = (text: string) => text.trim().split(/\s+/);

/** A word without the punctuation around it; the mark of unclear speech is whole. */
const BARE = /^(\p{P}*)(.*?)(\p{P}*)$/su;

export const bareWord = (word: string) => BARE.exec(word)?.[2] || word;

/** A transcription with other words at some places, and the punctuation as it was. */
export function replaceWords(text: string, changes: ReadonlyMap<number, string>): string {
  let place = -1;
  return text.trim().replaceAll(/\S+/g, (word) => {
    place += 1;
    const change = changes.get(place);
    if (change === undefined) return word;
    const [, before = "", bare = "", after = ""] = BARE.exec(word) ?? [];
    // "[unclear]" stands for words, and its brackets go with it.
    return bare === "unclear" && before.endsWith("[")
      ? change + after.slice(1)
      : before + change + after;
  });
}

/** A word of a text with the six words before it and behind it. */
export function wordInText(text: string, place: number) {
  const words = splitWords(text);
  const [before, after] = [words.slice(Math.max(0, place - 6), place), words.slice(place + 1)];
  return { before: before.join(" "), word: words[place], after: after.slice(0, 6).join(" ") };
}

/** A company's terms but the word itself: those that are written most like it first. */
export function nearestTerms(word: string, entries: readonly { term: string }[]): string[] {
  const wanted = bareWord(word).toLowerCase();
  return [...new Set(entries.map(({ term }) => term))]
    .filter((term) => term !== bareWord(word))
    .map((term) => ({ term, edits: editDistance(wanted, term.toLowerCase(), TERM_LIMIT) }))
    .sort((a, b) => a.edits - b.edits || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term);
}
