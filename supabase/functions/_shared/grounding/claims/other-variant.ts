import type { Code } from "./codes.ts";
import type { Quantity } from "./facts.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { clausesOf } from "./places.ts";
import { isBetween, isRelated, isSame } from "./same.ts";
import type { Setting, Verdict } from "./setting.ts";
import { type Spot, spotsOf } from "./spots.ts";
import { type Choice, type Entry, hasName, type Named, type Variant } from "./variants.ts";
import { hasWord } from "./words.ts";

/** A text that may name a variant: a clause, a claim, a question, an answer. */
interface Scope extends Named {
  words: ReadonlySet<string>;
}

/** Where a claim's variant is looked for, one after the other until one names any. */
interface Scopes {
  clauses: readonly Scope[];
  claim: Scope;
  question: Scope;
  answer: Scope;
}

/** A figure or a code of a claim, as it is looked for in the passages. */
interface Sought {
  name: string;
  /** Whether a text has it. @param isName whether it is a head: its "at 24 V" tells nothing of 24 holes */
  isIn: (text: Named, isName?: boolean) => boolean;
  /** Whether a text has one of its kind. */
  isAlikeIn: (text: Named) => boolean;
  /** Whether the claim has all of its kind that a text has. */
  hasAllOf: (text: Named) => boolean;
  /** A scope without itself, so that it names no variant. */
  without: (scope: Scope) => Scope;
}

const NO_WORDS: ReadonlySet<string> = new Set();
/** "D" of "Bracket, D (van)"; "A" of "A bracket" is no name. */
const LETTERS = /(?<![\p{L}\p{N}.'-])(?![AI] \p{Ll})\p{Lu}(?![\p{L}\p{N}'-])/gu;

/**
 * A figure or a code that the cited passages have only for other variants than the one that is spoken of, for which they
 * have another one: "The EPT20 is set to 125 bar" when they say "125 bar (EPT15) or 165 bar (EPT20)". Its clause says what
 * is spoken of, or else the claim, or else the question, unless the answer names the other variant itself.
 */
export function otherVariant(
  plain: string,
  { quantities, codes, terms }: Named & { terms: readonly string[] },
  cited: readonly PassageFacts[],
  { question, answer }: Setting,
): Verdict {
  const spots = cited.flatMap((passage) => spotsOf(passage));
  const texts = spots.filter(({ choices, isName }) => choices.length === 0 && !isName);
  // "20 psi above the trip pressure" is no row of a table.
  const namesIn = (figures: readonly Quantity[]) =>
    figures.filter(
      (figure) => !texts.some((text) => text.quantities.some((each) => isSame(each, figure))),
    );
  const scopes: Scopes = {
    clauses: clausesOf(plain).map((clause) => ({
      codes: clause.codes,
      quantities: namesIn(clause.quantities),
      words: NO_WORDS,
    })),
    claim: {
      codes,
      quantities: namesIn(quantities),
      words: new Set([...terms, ...(plain.match(LETTERS) ?? [])]),
    },
    question: { ...question, words: NO_WORDS },
    answer: { ...answer, words: NO_WORDS },
  };
  const sought = [
    ...quantities.filter(({ isLoose }) => !isLoose).map((each) => soughtFigure(each, quantities)),
    ...codes.map((each) => soughtCode(each, codes)),
  ];
  const found = sought.find((each) => {
    const holding = spots.filter((spot) => each.isIn(spot, spot.isName));
    const isWrongFor = ({ choices }: Spot) =>
      choices.some(({ choice, at }) => isOfOther(choice, choice[at] as Entry, each, scopes));
    return !each.isIn(question) && holding.length > 0 && holding.every(isWrongFor);
  });
  return found === undefined ? null : `the cited passage has ${found.name} for something else`;
}

/** Whether something else is spoken of than the variant that an entry is about. */
function isOfOther(
  choice: Choice,
  entry: Entry,
  sought: Sought,
  { clauses, claim, question, answer }: Scopes,
): boolean {
  const rivals = rivalsOf(entry, choice);
  for (const near of [clauses.filter((clause) => sought.isIn(clause)), [claim]]) {
    const naming = near
      .map(sought.without)
      .filter((scope) => rivals.some(({ variant }) => isNamed(variant, scope, choice)));
    if (naming.length > 0)
      return naming.some((scope) => isBesideNamed(choice, entry, sought, scope));
  }
  return (
    hasFacts(entry.variant) &&
    !isNamed(entry.variant, answer, choice) &&
    isBesideNamed(choice, entry, sought, question)
  );
}

/** The entries that are named in the same way: a column "Quantity" is no model. */
function rivalsOf({ variant }: Entry, choice: Choice): Choice {
  return hasFacts(variant)
    ? choice.filter((each) => hasFacts(each.variant) || each.variant.isRest)
    : choice;
}

function hasFacts({ codes, quantities }: Variant): boolean {
  return codes.length + quantities.length > 0;
}

/** Whether a text does not name an entry's variant, but another one, with another figure or code of the kind. */
function isBesideNamed(choice: Choice, entry: Entry, sought: Sought, scope: Scope): boolean {
  const isInstead = (other: Entry) =>
    sought.isAlikeIn(other) &&
    !sought.isIn(other) &&
    !sought.hasAllOf(other) &&
    isNamed(other.variant, scope, choice, true);
  return !isNamed(entry.variant, scope, choice) && choice.some(isInstead);
}

function soughtFigure(said: Quantity, all: readonly Quantity[]): Sought {
  const isAlike = ({ unit }: Quantity) => unit?.dimension === said.unit?.dimension;
  const isSaid = (each: Quantity) => all.some((mine) => isSame(mine, each));
  return {
    name: String(said.value),
    isIn: ({ quantities }, isName = false) =>
      quantities.some(
        (each) => isSame(each, said) && !(isName && said.unit === null && each.unit !== null),
      ),
    isAlikeIn: ({ quantities }) => quantities.some(isAlike),
    hasAllOf: ({ quantities }) => quantities.filter(isAlike).every(isSaid),
    without: (scope) => ({
      ...scope,
      quantities: scope.quantities.filter((each) => !isSame(each, said)),
    }),
  };
}

function soughtCode(said: Code, all: readonly Code[]): Sought {
  const isAlike = ({ family }: Code) => family === said.family;
  const isSaid = (each: Code) => all.some((mine) => isRelated(mine, each));
  return {
    name: said.code,
    isIn: ({ codes }) => codes.some(({ code, stems }) => [code, ...stems].includes(said.code)),
    isAlikeIn: ({ codes }) => codes.some(isAlike),
    hasAllOf: ({ codes }) => codes.filter(isAlike).every(isSaid),
    without: (scope) => ({
      ...scope,
      codes: scope.codes.filter((each) => !isRelated(each, said)),
    }),
  };
}

/**
 * Whether a text names a variant, and no other one of the choice more exactly: "HP 240" and "HP 240 B" name one model,
 * unless the choice has both.
 * @param isSure whether it has to have all words of a variant without figures and codes, not only one
 */
function isNamed(variant: Variant, scope: Scope, choice: Choice, isSure = false): boolean {
  const all = choice.map((each) => each.variant);
  const { codes, quantities, words, isRest } = variant;
  if (isRest) {
    const families = all.flatMap((each) => each.codes.map(({ family }) => family));
    return (
      scope.codes.some(({ family }) => families.includes(family)) &&
      all.every((each) => each.isRest || likeness(each, scope) === 0)
    );
  }
  const own = likeness(variant, scope);
  if (own > 0) return all.every((each) => likeness(each, scope) <= own);
  if (codes.length + quantities.length > 0 || !all.every(hasName)) return false;
  const isIn = (word: string) => hasWord(scope.words, word);
  return isSure ? [...words].every(isIn) : [...words].some(isIn);
}

/** How much of a variant's figures and codes a text has. */
function likeness({ codes, quantities, range }: Variant, scope: Scope): number {
  const exact = codes.filter(({ code }) => scope.codes.some((said) => said.code === code));
  const alike = codes.filter((code) => scope.codes.some((said) => isVariantOf(said, code)));
  // A bare number beside a code, as in "WZ-D 30", is no name by itself.
  if (codes.length > 0 && exact.length + alike.length === 0) return 0;
  const figures = quantities.filter((each) =>
    scope.quantities.some(
      (said) => (each.unit === null) === (said.unit === null) && isSame(each, said),
    ),
  );
  // "A span of 8 miles" is one of 3 to 12 miles.
  const within = scope.quantities.filter((said) => range !== null && isBetween(said, ...range));
  return 2 * exact.length + alike.length + Math.max(figures.length, within.length);
}

/** "HP 240" for "HP 240 B", or the other way round; "P7-3333" is not a P7. */
function isVariantOf(said: Code, code: Code): boolean {
  if (said.code === code.code) return false;
  const isLetter = /\p{L}$/u.test(said.code);
  return code.stems.includes(said.code) || (isLetter && said.stems.includes(code.code));
}
