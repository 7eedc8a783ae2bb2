import { type CorrectedNote, TERM_LIMIT } from "@contracts/vocabulary.ts";
import { diffArrays } from "diff";

/** What people wrote again and again in the place of what was heard. */
interface ProposedReplacement {
  heard: string;
  term: string;
  /** In how many notes. */
  notes: number;
}

/** A replacement is proposed once so many notes have it. */
const LEAST_NOTES = 3;
/** More words than this are another sentence, and no term. */
const MOST_WORDS = 3;

/** Finds the replacements of up to three words that several notes have, the most frequent first. */
export function proposeReplacements(notes: readonly CorrectedNote[]): ProposedReplacement[] {
  const found = new Map<string, ProposedReplacement>();
  for (const note of notes) {
    for (const [key, { heard, term }] of replacementsIn(note)) {
      const known = found.get(key);
      // Sentences begin with capital letters: a spelling without them is the better one.
      const isLower = known !== undefined && known.term === known.term.toLowerCase();
      found.set(key, { ...(isLower ? known : { heard, term }), notes: (known?.notes ?? 0) + 1 });
    }
  }
  return [...found.values()]
    .filter((each) => each.notes >= LEAST_NOTES)
    .sort((a, b) => b.notes - a.notes || (a.term < b.term ? -1 : 1));
}

/** The replacements in a note, each once. */
function replacementsIn({ heard, corrected }: CorrectedNote) {
  const found = new Map<string, { heard: string; term: string }>();
  const changes = diffArrays(wordsOf(heard), wordsOf(corrected));
  for (const [place, change] of changes.entries()) {
    const next = changes[place + 1];
    if (!change.removed || next?.added !== true) continue;
    if (Math.max(change.value.length, next.value.length) > MOST_WORDS) continue;
    const [was, term] = [change.value.join(" "), next.value.join(" ")];
    // Capital letters alone are no other word: sentences begin with them.
    if (was.toLowerCase() === term.toLowerCase()) continue;
    if (Math.max(was.length, term.length) > TERM_LIMIT) continue;
    found.set(replacementKey({ heard: was, term }), { heard: was, term });
  }
  return found;
}

/** Names a replacement, however it is capitalised. */
export const replacementKey = ({ heard, term }: { heard: string; term: string }) =>
  `${heard} → ${term}`.toLowerCase();

/** Words without the punctuation around them. */
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}](?:\S*[\p{L}\p{N}])?/gu) ?? [];
