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
