import { type Code, factsOf, type Quantity } from "./canonical.ts";
import { perText } from "./once-each.ts";
import { NEGATION } from "./vocabulary.ts";
import { stemsOf, tellingWords } from "./words.ts";

/** A part of a sentence that says one thing. */
export interface Part {
  text: string;
  /** The stems of all its words, in their order. */
  stems: readonly string[];
  /** The words that claim something. */
  terms: ReadonlySet<string>;
  codes: readonly Code[];
  quantities: readonly Quantity[];
  isNegated: boolean;
}

const ENDS =
  /[,;:\t](?= |$)|\.(?= |$)|\b(?:but|because|since|while|whereas|although|then|or|and(?! (?:is|are|was|were|has|have|can|may|must|should|does|do|will)\b))\b/i;
/** They are read as spaces: the words in brackets say more about the words before them. */
const BRACKETS = /[()]/g;

/** The parts of a sentence, in their order. */
export const partsOf = perText((sentence): readonly Part[] =>
  sentence
    .replace(BRACKETS, " ")
    .split(ENDS)
    .filter((text) => text.trim() !== "")
    .map(partOf),
);

/** A sentence or a row as a part of its own. */
export const wholeOf = perText(partOf);

function partOf(text: string): Part {
  const { quantities, codes, rest } = factsOf(text);
  return {
    text,
    stems: stemsOf(text),
    terms: new Set(tellingWords(rest)),
    codes,
    quantities,
    isNegated: NEGATION.test(text),
  };
}
