import { factsOf } from "./canonical.ts";
import { perPassage, perText } from "./once-each.ts";
import { CODES } from "./pairs.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { REASON } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

/** All that tells one part of a text from others: its words, codes, figures, and its place in an order. */
type Marks = ReadonlySet<string>;

const ENDS = /[,;:](?= |$)|\.(?= |$)|\b(?:and|but|then|while|whereas)\b/;
const BRACKETS = /[()]/g;
const ORDINAL = /\b(?:first|second|third|last)\b/gi;
/** What is between two things belongs to both. */
const BETWEEN = /\bbetween (.{1,24}?) and /gi;
/** A part of a passage with fewer marks of its own tells too little. */
const FEWEST_MARKS = 2;
/** Which part of the marks of both parts of a passage a claim must have. */
const MOST = 0.6;
/** More parts than this are a list, of which all pairs would be too many. */
const MOST_PARTS = 12;

const marksOf = perText((text): Marks => {
  const { codes, quantities, rest } = factsOf(text);
  return new Set([
    ...tellingWords(rest),
    ...codes.map(({ code }) => `#${code}`),
    ...quantities.map(({ value }) => `#${value}`),
    ...(text.toLowerCase().match(ORDINAL) ?? []).map((word) => `#${word}`),
  ]);
});

function partsOf(text: string): Marks[] {
  return text
    .replace(CODES, "$1$2 + ")
    .replace(BETWEEN, "between $1 to ")
    .replace(BRACKETS, " ")
    .split(ENDS)
    .map(marksOf)
    .filter(({ size }) => size > 0)
    .slice(0, MOST_PARTS);
}

/** The groups of a passage's parts that tell different things of the same kind: of a sentence, or rows of a table. */
const groupsOf = perPassage(({ windows }): Marks[][] => {
  const groups: Marks[][] = [];
  const byHead = new Map<string, Marks[]>();
  for (const { text, head } of windows) {
    if (text === head) continue;
    const isRow = text.includes("\t");
    if (isRow) byHead.set(head, [...(byHead.get(head) ?? []), marksOf(text)].slice(0, MOST_PARTS));
    else groups.push(partsOf(text));
  }
  return [...groups, ...byHead.values()].filter(({ length }) => length > 1);
});

/**
 * Whether two parts of a claim each join what the passages have in two different ones: "owners describe the
 * fault and tenants approve the cost" of "tenants describe the fault, owners approve the cost".
 */
export function swappedParts(plain: string, cited: readonly PassageFacts[]): string | null {
  const claimed = partsOf(plain);
  // Figures have rules of their own.
  if (
    claimed.length < 2 ||
    REASON.test(plain) ||
    factsOf(plain).quantities.some(({ unit }) => unit !== null)
  )
    return null;
  const isSwapped = cited.flatMap(groupsOf).some((said) =>
    pairsOf(said).some(([one, other]) => {
      const onlyOne = [...one].filter((mark) => !hasWord(other, mark));
      const onlyOther = [...other].filter((mark) => !hasWord(one, mark));
      if (Math.min(onlyOne.length, onlyOther.length) < FEWEST_MARKS) return false;
      const isMixed = (part: Marks) =>
        [onlyOne, onlyOther].every(
          (only) =>
            only.some((mark) => hasMark(part, mark)) && !only.every((mark) => hasMark(part, mark)),
        );
      // Only the parts that mix both are paired: a long claim has many parts.
      return pairsOf(claimed.filter(isMixed)).some(([first, second]) =>
        [onlyOne, onlyOther].every((only) => isTold(only, first, second)),
      );
    }),
  );
  return isSwapped ? "the cited passage says this of the other one each" : null;
}

/** Whether two parts of a claim tell most of a part of a passage between them, and nothing of it twice. */
function isTold(only: readonly string[], first: Marks, second: Marks): boolean {
  const told = only.filter((mark) => hasMark(first, mark) !== hasMark(second, mark));
  return (
    told.length >= only.length * MOST &&
    !only.some((mark) => hasMark(first, mark) && hasMark(second, mark))
  );
}

function hasMark(part: Marks, mark: string): boolean {
  return mark.startsWith("#") ? part.has(mark) : hasWord(part, mark);
}

function pairsOf(parts: readonly Marks[]): [Marks, Marks][] {
  return parts.flatMap((one, at) =>
    parts.slice(at + 1).map((other): [Marks, Marks] => [one, other]),
  );
}
