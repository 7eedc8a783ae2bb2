/** A place in a text that cites passages, with the space before it. */
export interface Citation {
  start: number;
  end: number;
  space: string;
  numbers: number[];
}

// [1], [1, 2], [1-3], [Passage 2], and 【1†source】, which some models were taught. A link that a model
// made of it goes along: nothing but a passage may be behind a number. Whatever a model writes, each
// part ends after some characters: what is tried from every place in a text must not reach far.
const CITATION =
  /(?<![ \t])([ \t]*)(?:\[|【)\s{0,3}(?:passages?\s{0,3})?(\d{1,9}(?:\s{0,3}(?:,|;|&|and|-|–)\s{0,3}\d{1,9}){0,50})\s{0,3}(?:†[^\]】]{0,80})?(?:\]|】)(?:\([^()\s]{0,2000}\))?/gi;

/** How deep citations may stand within each other: "[[9]1]" is two deep. */
const DEEPEST = 8;

/** No range reaches further than this. */
const LONGEST_RANGE = 50;

/** Every place in a text that cites, in order. */
export function findCitations(text: string): Citation[] {
  return [...text.matchAll(CITATION)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    space: match[1] ?? "",
    numbers: numbersIn(match[2] ?? ""),
  }));
}

/** The text without what `remove` takes out of its citations; one that is left empty goes. */
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
 * The text with only those citations that name a passage. Again until nothing changes, because what
 * is left around a removed one may read as another: "[[9]1]". A text that goes on like that is no
 * answer of a model at its work, and nothing in it stays a citation.
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
