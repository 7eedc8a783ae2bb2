/** A place in a text that cites passages, with the space before it. */
export interface Citation {
  start: number;
  end: number;
  space: string;
  numbers: number[];
}

// Matches [1], [1, 2], [1-3], [Passage 2], and 【1†source】, which some models were taught. A link
// target after it is part of the match, so that a number never leads anywhere but to a passage.
// Every repetition is limited, because the pattern is tried at each place of a text: without
// limits, a hostile text could make that very slow.
const CITATION =
  /(?<![ \t])([ \t]*)(?:\[|【)\s{0,3}(?:passages?\s{0,3})?(\d{1,9}(?:\s{0,3}(?:,|;|&|and|-|–)\s{0,3}\d{1,9}){0,50})\s{0,3}(?:†[^\]】]{0,80})?(?:\]|】)(?:\([^()\s]{0,2000}\))?/gi;

/** How deep citations may be nested: "[[9]1]" is two deep. */
const DEEPEST = 8;

/** A range like [1-3] stands for at most this many numbers. */
const LONGEST_RANGE = 50;

/** All citations in a text, in order. */
export function findCitations(text: string): Citation[] {
  return [...text.matchAll(CITATION)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    space: match[1] ?? "",
    numbers: numbersIn(match[2] ?? ""),
  }));
}

/**
 * Returns the text with the numbers of each citation replaced by those that `rewrite` returns; a
 * citation without numbers is removed.
 */
export function rewriteCitations(
  text: string,
  rewrite: (numbers: readonly number[]) => readonly number[],
): string {
  let rewritten = "";
  let done = 0;
  for (const { start, end, space, numbers } of findCitations(text)) {
    const left = [...new Set(rewrite(numbers))];
    rewritten += text.slice(done, start);
    if (left.length) rewritten += space + left.map((number) => `[${number}]`).join("");
    done = end;
  }
  return rewritten + text.slice(done);
}

/**
 * Returns the text with only the citations of known passages. Repeats until nothing changes,
 * because removing a citation can create another one: "[[9]1]". A text that still changes after
 * `DEEPEST` rounds is no normal answer of a model: then no citation is kept at all.
 */
export function keepCitations(text: string, isKnown: (number: number) => boolean): string {
  let kept = text;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const before = kept;
    kept = rewriteCitations(before, (numbers) => numbers.filter(isKnown));
    if (kept === before) return kept;
  }
  return kept.replace(/[[【]/g, "(");
}

/** The text without any citation. */
export function withoutCitations(text: string): string {
  return keepCitations(text, () => false);
}

function numbersIn(list: string): number[] {
  return list.split(/,|;|&|and/i).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[-–]/).map(Number);
    const length = Math.min(Math.max(0, last - first + 1), LONGEST_RANGE);
    return Array.from({ length }, (_, index) => first + index);
  });
}
