import { LEAST, MOST } from "./vocabulary.ts";

/** On which side of an amount the meant ones lie. */
export type Limit = "least" | "most";

/** How far before and after an amount its limit stands, in characters. */
const BEFORE = 44;
const AFTER = 18;

const BOUND_BEFORE = new RegExp(
  `(?:(?:\\b|(?=n't))(?:(no|not|never|cannot|n't) ((?:(?!\\w+ed\\b|if |when |where |while )\\w+ ){0,5}))?(?:\\b(${MOST})|(?:\\b|(?=[>≥]))(${LEAST})))\\s?(?:about |by |the |a )?[^\\d\\s]{0,2}$`,
  "i",
);
const BOUND_AFTER =
  /^,?\s?(?:or (?:(more|above|over|wider|longer|higher|better)|(less|below|under|fewer|shorter))(?!\s?-?\d)|at (?:(least)|(most)))\b/i;

/** Words by which a sentence asks for something, and does not only tell when something else holds. */
const REQUIRES =
  /\b(?:must|should|shall|never|do not|don't|has to|have to|needs?|ought|required?|requires|keep|keeps|kept|stays?|may|can(?:not)?|permitted|allowed|at (?:least|most)|up to|maximum|minimum)\b/i;
/** Words that begin the condition of a sentence. */
const CONDITION = /\b(?:if|when|whenever|where|as soon as|once|while|whose|for|with|in case)\b/i;
/** What follows a limit that nothing may be beyond: "a generator smaller than 7 kVA is not suitable". */
const UNFIT =
  /\b(?:not (?:suitable|enough|allowed|permitted|acceptable|sufficient)|too (?:small|big|large|low|high|short|long)|unsuitable|insufficient|forbidden|never|worn|faulty|fault)\b/i;
const ENDS = /[,;:()]/;

/** The words of a limit alone: "Below 4.5 µF replace it". */
const ONLY_LIMIT = new RegExp(`^\\s*(?:at |with |${MOST}|${LEAST}|[\\s<>≤≥])*$`, "i");

/** What a limit is in its sentence: what is asked for, or when something else holds. */
export type Role = "requirement" | "condition" | null;

/** "Must stay below 36 V" is a requirement, "if it is below 36 V" a condition; null for what may be both. */
export function roleOf(text: string, start: number, end: number): Role {
  const before = text.slice(0, start).split(ENDS).at(-1) ?? "";
  const after = text.slice(end).split(ENDS)[0] ?? "";
  const [condition, requires] = [before.search(CONDITION), before.search(REQUIRES)];
  const isFirst = condition >= 0 && (requires < 0 || condition < requires);
  if (isFirst || UNFIT.test(after) || ONLY_LIMIT.test(before)) return "condition";
  return requires >= 0 || BOUND_AFTER.test(after) ? "requirement" : null;
}

/** The limit that the words around an amount make of it; null without such words. */
export function limitAt(text: string, start: number, end: number): Limit | null {
  const after = BOUND_AFTER.exec(text.slice(end, end + AFTER));
  if (after) return after[1] || after[3] ? "least" : "most";
  const cell = text.lastIndexOf("\t", start) + 1;
  const before = BOUND_BEFORE.exec(text.slice(Math.max(cell, start - BEFORE), start));
  if (!before) return null;
  const [, negation, between, most] = before;
  // "No adult over 18" tells that there is none, and nothing of the amount's side.
  if (negation?.toLowerCase() === "no" && between !== "") return null;
  // "Do not smoke within two metres" speaks of the near side as "within two metres" does.
  const isNegated = negation !== undefined && most?.toLowerCase() !== "within";
  return (most !== undefined) === isNegated ? "least" : "most";
}
