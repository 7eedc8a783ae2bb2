import { type Code, factsOf, type Quantity } from "./canonical.ts";
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
/** "Turn the screw (clockwise is leaner), …": what stands in brackets is about the words before them. */
const BRACKETS = /[()]/g;

const known = new Map<string, Part[]>();

/** The parts of a sentence, in their order. */
export function partsOf(sentence: string): readonly Part[] {
  const before = known.get(sentence);
  if (before) return before;
  const found = sentence
    .replace(BRACKETS, " ")
    .split(ENDS)
    .filter((text) => text.trim() !== "")
    .map(partOf);
  if (known.size > 2000) known.clear();
  known.set(sentence, found);
  return found;
}

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
