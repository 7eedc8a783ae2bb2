import type { DocumentLanguage } from "@contracts/knowledge.ts";
import { termsOf } from "#knowledge/search/terms.ts";

/** A piece of a text, and whether it is a searched word. */
export interface TextPiece {
  text: string;
  found: boolean;
}

/** How many characters are shown before the first found word. */
const LEAD = 60;

const WORDS = /[\p{L}\p{N}]+(?:[-/._][\p{L}\p{N}]+)*/gu;

/**
 * Splits a text of a language into pieces and marks the words that share a stem or a code with the
 * query.
 */
export function markFound(text: string, query: string, language: DocumentLanguage): TextPiece[] {
  const wanted = new Set(termsOf(query, language).map((term) => term.text));
  const pieces: TextPiece[] = [];
  let end = 0;
  const add = (to: number, found: boolean) => {
    if (to > end) pieces.push({ text: text.slice(end, to), found });
    end = to;
  };
  for (const match of text.matchAll(WORDS)) {
    if (!termsOf(match[0], language).some((term) => wanted.has(term.text))) continue;
    add(match.index, false);
    add(match.index + match[0].length, true);
  }
  add(text.length, false);
  return pieces;
}

/** The pieces from shortly before the first found word. */
export function fromFirstFound(pieces: readonly TextPiece[]): TextPiece[] {
  const [first, ...others] = pieces;
  if (first === undefined || first.found || others.length === 0 || first.text.length <= LEAD) {
    return [...pieces];
  }
  const tail = first.text.slice(-LEAD);
  return [{ text: `…${tail.slice(tail.search(/\s|$/))}`, found: false }, ...others];
}
