import type { Code } from "./codes.ts";
import { factsOf, type Quantity } from "./facts.ts";
import { tellingWords } from "./words.ts";

/** What a text names or tells: a head, a cell, a clause, a question, an answer. */
export interface Named {
  codes: readonly Code[];
  quantities: readonly Quantity[];
}

/** A model, a size or a case, as the head of a column, a row or an item of a list names it. */
export interface Variant extends Named {
  /** Its words that no other variant of the choice has. */
  words: ReadonlySet<string>;
  /** "Others": whatever no other variant of the choice is. */
  isRest: boolean;
  /** "3-12 miles": its least and its greatest amount, if it is a range. */
  range: readonly [least: Quantity, most: Quantity] | null;
}

/** What a passage tells of one variant. */
export interface Entry extends Named {
  variant: Variant;
}

/** What a passage tells of each of some variants: a row or a column of a table, "125 bar (EPT15) or 165 bar (EPT20)". */
export type Choice = readonly Entry[];

export function entryOf(
  variant: Variant,
  { codes, quantities }: Named = { codes: [], quantities: [] },
): Entry {
  return { codes, quantities, variant };
}

/** "A 31-5510, B 31-5511" */
const LETTER = /^\W*(\p{Lu})\W*$/u;
const IS_REST = /^\W*(?:all |the )?others?\b/i;

/**
 * The variants with these names.
 * @param isList whether these are items of a list and no heads of a table, which may name a measure with its amount
 */
export function variantsOf(names: readonly string[], isList = false): Variant[] {
  const facts = names.map((name) => factsOf(name));
  const letters = names.map((name) => LETTER.exec(name)?.[1]);
  const words = facts.map(({ rest }, at) => {
    const letter = letters.every((each) => each !== undefined) ? letters[at] : undefined;
    return new Set(letter === undefined ? tellingWords(rest) : [letter]);
  });
  return facts.map(({ codes, quantities, rest }, at) => {
    const own = [...(words[at] ?? [])].filter((word) =>
      words.every((each, other) => other === at || !each.has(word)),
    );
    // "Length 200 mm" is a length; "200 mm" is a size, "Trunk 2" a name.
    const isName = isList || !/\p{L}{2}/u.test(rest);
    return {
      codes,
      quantities: quantities.filter(({ unit }) => isName || (unit === null && own.length === 0)),
      words: new Set(own),
      isRest: IS_REST.test(names[at] ?? ""),
      range: codes.length > 0 || /\p{L}/u.test(rest) ? null : rangeOf(names[at] ?? "", quantities),
    };
  });
}

const RANGE_SIGN = /^\s?(?:-|–|to|\.\.\.|…)\s?$/;

/** The ends of a range that is all that a name has; "BC 24-40" is a model. */
function rangeOf(name: string, [least, most, ...others]: readonly Quantity[]): Variant["range"] {
  if (!least || !most || others.length > 0) return null;
  const isRange = RANGE_SIGN.test(name.slice(least.end, most.start));
  return isRange && least.unit?.dimension === most.unit?.dimension && least.value < most.value
    ? [least, most]
    : null;
}

/** Whether anything tells a variant from the others. */
export function hasName({ codes, quantities, words, isRest }: Variant): boolean {
  return isRest || codes.length + quantities.length + words.size > 0;
}
