import type { DocumentLanguage } from "@contracts/knowledge.ts";
import { termsAndCodes } from "@contracts/terms/relevance.ts";

/** A piece of a text, and whether it is a searched word or code. */
export interface TextPiece {
  text: string;
  found: boolean;
}

/** A word, a number or a code; its parts are joined by hyphens or signs that are not seen. */
const UNIT =
  /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*(?:(?:[-\u2010-\u2013\u2043\u2212\u2044/._]|(?<=\p{N}),(?=\p{N}))[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*)*/gu;
/** The signs between the parts of a code that are written apart: "HP 240 B", "20 °C". */
const GAP = /^[\s°]{1,2}$/;
const DIGIT = /\p{N}/u;

/**
 * A text in pieces, with the words and codes of the query marked. A code is marked whole, also where its
 * parts are written apart.
 */
export function markTerms(text: string, query: string, language: DocumentLanguage): TextPiece[] {
  const wanted = termsAndCodes(query, language);
  const units = [...text.matchAll(UNIT)].map(({ 0: unit, index: from }) => ({
    ...{ from, to: from + unit.length },
  }));
  const between = (from: number, to: number) => text.slice(units[from]?.from, units[to]?.to);
  const termsOf = (from: number, to: number) => termsAndCodes(between(from, to), language);
  const known = new Map<string, boolean>();
  const isOneFound = (place: number) => {
    const unit = between(place, place);
    const found = known.get(unit) ?? [...termsOf(place, place)].some((term) => wanted.has(term));
    known.set(unit, found);
    return found;
  };
  /** Whether these units are found, together as a code that is more than some of them. */
  const isFound = (first: number, last: number): boolean => {
    if (first === last) return isOneFound(first);
    const isCode = DIGIT.test(between(first, last)) && last < units.length;
    const gaps = units
      .slice(first, last)
      .map(({ to }, at) => text.slice(to, units[first + at + 1]?.from));
    if (!isCode || !gaps.every((gap) => GAP.test(gap))) return false;
    const parts = new Set([...termsOf(first, last - 1), ...termsOf(first + 1, last)]);
    return [...termsOf(first, last)].some((term) => wanted.has(term) && !parts.has(term));
  };
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (until: number, found: boolean) => {
    if (until > end) pieces.push({ text: text.slice(end, until), found });
    end = Math.max(end, until);
  };
  for (let place = 0; place < units.length; place += 1) {
    const last = [place + 2, place + 1, place].find((each) => isFound(place, each));
    if (last === undefined) continue;
    add(units[place]?.from ?? 0, false);
    add(units[last]?.to ?? 0, true);
    place = last;
  }
  add(text.length, false);
  return pieces;
}
