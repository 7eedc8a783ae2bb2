import { termsOf } from "../terms.ts";
import type { Quantity } from "./canonical.ts";
import { NEUTRAL } from "./neutral-words.ts";
import { hasTerm, type PassageFacts } from "./passage-facts.ts";

/** Words of opposite meaning; a space parts those of the same side. */
const OPPOSITES: readonly [string, string][] = [
  ["open opens opened opening", "close closes closed closing shut"],
  ["before", "after"],
  ["clockwise", "anticlockwise counterclockwise"],
  ["rich richer enrich", "lean leaner"],
  ["indoor indoors inside", "outdoor outdoors outside"],
  ["left", "right"],
  ["hot hotter warm", "cold colder cool"],
  ["high higher", "low lower"],
  ["raise increase", "lower decrease reduce"],
  ["supply", "return"],
  ["start starts", "stop stops"],
  ["fill", "drain empty"],
  ["heating", "cooling"],
  ["wet", "dry"],
  ["long longer longest", "short shorter shortest"],
  ["loosen loose", "tighten tight"],
  ["upper top", "bottom"],
  ["maximum largest", "minimum smallest"],
  ["series", "parallel"],
  ["more", "less"],
  ["energised on", "off"],
  ["flow", "return"],
  ["suction", "discharge"],
  ["slow slowly", "fast quickly"],
];

const opposites = new Map<string, Set<string>>();
for (const [one, other] of OPPOSITES) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    for (const word of from.split(" ")) {
      opposites.set(word, new Set([...(opposites.get(word) ?? []), ...to.split(" ")]));
    }
  }
}

const NEGATION =
  /\b(?:not|never|no|nor|neither|cannot|forbidden|prohibited|nothing|nobody)\b|n't\b/gi;
/** Turns of phrase in which the word does not turn the sentence round. */
const NO_NEGATION =
  /\b(?:no|not) (?:more|less|later|earlier|hotter|longer|higher|lower|bigger|smaller|fewer|tighter|above|below|only|over|under|least|most)\b|\bnot to exceed\b|\bno matter\b|\bno touch\b/gi;
const CLAUSE =
  /[,;:()]|\.\s| - | – |\b(?:but|because|since|while|whereas|although|so that|which|and|or)\b/i;

/**
 * Whether a claim says the opposite of the place in the passages that it is closest to: by a negation, by the side
 * of a limit, or by a word of opposite meaning.
 */
export function contradicts(
  text: string,
  quantities: readonly Quantity[],
  cited: readonly PassageFacts[],
): string | null {
  // "Below 55 °C, or it does not condense" may stand for "it never condenses above 55 °C".
  const isTurned =
    text.search(NEGATION) >= 0 &&
    text.split(CLAUSE).some((clause) => /\d/.test(clause) && clause.search(NEGATION) < 0);
  return (
    (isTurned ? null : wrongLimit(quantities, cited)) ??
    wrongNegation(text, cited) ??
    oppositeWord(text, cited)
  );
}

const ABOVE_THAT = /\b(?:above|below|more than|less than|over|under|beyond) (?:that|this|it)\b/i;

/** "More than 36 V" where the passages say "less than 36 V" and nothing else of 36 V. */
function wrongLimit(quantities: readonly Quantity[], cited: readonly PassageFacts[]) {
  // "Up to 150 g may be released. More than that is recovered."
  if (cited.some(({ windows }) => windows.some(({ text }) => ABOVE_THAT.test(text)))) return null;
  const wrong = quantities.find((quantity) => {
    if (quantity.limit === null) return false;
    const said = cited.flatMap((passage) => passage.same(quantity).map(({ limit }) => limit));
    return said.length > 0 && said.every((limit) => limit !== null && limit !== quantity.limit);
  });
  return wrong ? `${wrong.value} is a limit to the other side in the cited passage` : null;
}

/** "E-51 No communication": the name of a fault denies nothing. */
const FAULT_NAME = /^(\p{L}-?\d{1,3} )no\b/iu;

/** Words that turn a clause round without a negation: "keep it away from", "instead of". */
const AVOIDANCE =
  /\b(?:away|avoid\w*|refus\w*|instead|rather|fail\w*|lack\w*|missing|without|stop\w*|free of|out of|kept off|exclud\w*)\b/i;

interface Clause {
  /** Whether it says by other words that something is not so. */
  avoids: boolean;
  terms: ReadonlySet<string>;
  /** Whether it says that something may be done. */
  permits: boolean;
  isNegated: boolean;
}

const clauses = new Map<string, Clause[]>();

function clausesOf(text: string): Clause[] {
  const known = clauses.get(text);
  if (known) return known;
  const found = text
    .replace(FAULT_NAME, "$1")
    .split(CLAUSE)
    .map((part) => ({
      terms: termsOf(part),
      avoids: AVOIDANCE.test(part),
      permits: /\b(?:may|can|could|allowed|permitted)\b/i.test(part),
      isNegated: part.replace(NO_NEGATION, " ").search(NEGATION) >= 0,
    }))
    .filter(({ terms }) => terms.size > 0);
  if (clauses.size > 2000) clauses.clear();
  clauses.set(text, found);
  return found;
}

/** How much of a clause's words another one must have, to be about the same. */
const SAME_MATTER = 0.6;

/** A condition turns a negation round: "unless it is short, no loop is needed". */
const CONDITION = /\b(?:unless|except)\b/i;

function wrongNegation(text: string, cited: readonly PassageFacts[]): string | null {
  if (CONDITION.test(text)) return null;
  const claimed = clausesOf(text);
  const anyNegated = claimed.some(({ isNegated }) => isNegated);
  const all = new Set(claimed.flatMap(({ terms }) => [...terms]));
  for (const clause of claimed) {
    const verdict = clause.isNegated
      ? denied(clause, cited)
      : (affirmed(clause, cited) ?? (anyNegated ? null : included(clause, all, cited)));
    if (verdict !== null) return verdict;
  }
  return null;
}

function shareOf(terms: ReadonlySet<string>, within: ReadonlySet<string>): number {
  if (terms.size === 0) return 0;
  return [...terms].filter((term) => hasTerm(within, term)).length / terms.size;
}

function telling(terms: ReadonlySet<string>): Set<string> {
  return new Set([...terms].filter((term) => !NEUTRAL.has(term)));
}

/** A negated clause whose closest sentences do not deny anything. */
function denied({ terms }: Clause, cited: readonly PassageFacts[]): string | null {
  if (terms.size < 2) return null;
  let best = 0;
  let agrees = false;
  for (const { windows } of cited) {
    for (const window of windows) {
      const sentence = clausesOf(window.text);
      const said = [...window.headTerms, ...sentence.flatMap((clause) => [...clause.terms])];
      const share = shareOf(terms, new Set(said));
      if (share < best || share === 0) continue;
      const same =
        sentence.some((clause) => clause.isNegated) ||
        window.text.search(NO_NEGATION) >= 0 ||
        windows
          .filter(({ line }) => line === window.line)
          .flatMap((each) => clausesOf(each.text))
          .some((clause) => clause.isNegated && shareOf(telling(clause.terms), terms) >= 0.5);
      agrees = share > best ? same : agrees || same;
      best = share;
    }
  }
  return best >= 0.5 && !agrees ? "the cited passage does not deny this" : null;
}

/** A clause without a negation whose closest clauses are all negated. */
function affirmed({ terms, avoids }: Clause, cited: readonly PassageFacts[]): string | null {
  if (avoids || terms.size < 2) return null;
  let best = 0;
  let agrees = false;
  for (const { windows } of cited) {
    for (const clause of windows.flatMap((window) => clausesOf(window.text))) {
      const share = shareOf(terms, clause.terms);
      if (share < best || share === 0) continue;
      agrees = share > best ? !clause.isNegated : agrees || !clause.isNegated;
      best = share;
    }
  }
  return best >= SAME_MATTER && !agrees ? "the cited passage denies this" : null;
}

/** A clause that includes what the sentence closest to the whole claim leaves out: "(not boiling)". */
function included(
  { terms, permits, avoids }: Clause,
  all: ReadonlySet<string>,
  cited: readonly PassageFacts[],
): string | null {
  let best = { share: 0, clauses: [] as Clause[], paragraph: [] as Clause[] };
  for (const { windows } of cited) {
    for (const window of windows) {
      const sentence = clausesOf(window.text);
      const share = shareOf(all, new Set(sentence.flatMap((clause) => [...clause.terms])));
      if (share <= best.share) continue;
      const others = windows.filter(({ line }) => line === window.line);
      best = {
        share,
        clauses: sentence,
        paragraph: others.flatMap((each) => clausesOf(each.text)),
      };
    }
  }
  if (avoids || best.share < SAME_MATTER) return null;
  const forbids = best.paragraph.some(({ isNegated, permits: speaksOfMay, terms: about }) => {
    return isNegated && speaksOfMay && shareOf(telling(about), terms) === 1;
  });
  if (permits && forbids) return "the cited passage forbids this";
  const left = best.clauses.filter((clause) => !clause.isNegated);
  const wrong = best.clauses.some(
    (clause) =>
      clause.isNegated &&
      [...clause.terms].every((term) => terms.has(term)) &&
      ![...clause.terms].some((term) => left.some((other) => other.terms.has(term))),
  );
  return wrong ? "the cited passage leaves this out" : null;
}

const WORD = /\p{L}+/gu;

function oppositeWord(text: string, cited: readonly PassageFacts[]): string | null {
  const words = new Set(text.toLowerCase().match(WORD) ?? []);
  const suspects = [...words].filter((word) => opposites.has(word));
  if (suspects.length === 0) return null;
  const terms = termsOf(text);
  let best = { score: 0, words: new Set<string>() };
  for (const { windows } of cited) {
    for (const window of windows) {
      const inWindow = termsOf(window.text);
      const score = [...terms].filter((term) => hasTerm(inWindow, term)).length;
      if (score > best.score) {
        best = { score, words: new Set(window.text.toLowerCase().match(WORD) ?? []) };
      }
    }
  }
  if (best.score < terms.size * SAME_MATTER) return null;
  const wrong = suspects.find(
    (word) =>
      !best.words.has(word) &&
      [...(opposites.get(word) ?? [])].some((other) => best.words.has(other) && !words.has(other)),
  );
  return wrong === undefined ? null : `the cited passage says the opposite of "${wrong}"`;
}
