import type { DocumentLanguage } from "@contracts/knowledge.ts";
import { searchTerms } from "./terms.ts";

/**
 * Most terms of a question that are searched for: the rarest ones, because they are the most
 * specific.
 */
const MOST_TERMS = 24;

/** A term of a question. */
export interface QueryTerm {
  text: string;
  /** How much it counts: its occurrences in the question, less for the loose spelling of a code. */
  weight: number;
  /** Its inverse document frequency, above 0. */
  rarity: number;
}

/**
 * The terms of a question that at least one passage contains: the 24 rarest, most valuable first.
 * @param languages the languages of the searched documents
 * @param passages how many passages are searched
 * @param havingTerm in how many of them a term is
 */
export function queryTerms(
  query: string,
  languages: readonly DocumentLanguage[],
  passages: number,
  havingTerm: (term: string) => number,
): QueryTerm[] {
  const known = [...searchTerms(query, languages)].flatMap(([text, weight]) => {
    const having = havingTerm(text);
    if (having === 0) return [];
    const rarity = Math.log(1 + (passages - having + 0.5) / (having + 0.5));
    return [{ text, weight, rarity, having }];
  });
  known.sort((a, b) => a.having - b.having || (a.text < b.text ? -1 : 1));
  return known
    .slice(0, MOST_TERMS)
    .map(({ text, weight, rarity }) => ({ text, weight, rarity }))
    .sort((a, b) => b.weight * b.rarity - a.weight * a.rarity || (a.text < b.text ? -1 : 1));
}
