import { stemmer } from "stemmer";

/** Longest code taken as one term, in characters. */
const CODE_LIMIT = 64;

/** Longest word that has a stem, in characters: what finds stems tries beginnings again and again. */
const WORD_LIMIT = 64;

/** A code spelled without its hyphens counts half of one spelled as it is. */
const LOOSE_WEIGHT = 0.5;

/** Letters and digits, whatever the alphabet. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Parts joined by what codes are joined by: "e-47", "hp-240/b", "2.5". */
const CODE = /(?<![a-z0-9])[a-z0-9]+(?:[-/._][a-z0-9]+)+/g;

/** Words that are in every text and tell nothing, as PostgreSQL's English search leaves them out. */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her
hers herself it its itself they them their theirs themselves what which who whom this that these those
am is are was were be been being have has had having do does did doing a an the and but if or because
as until while of at by for with about against between into through during before after above below to
from up down in out on off over under again further then once here there when where why how all any
both each few more most other some such no nor not only own same so than too very s t can will just don
should now`.split(/\s+/),
);

/** What a text is found by: each term with how much an occurrence counts. */
export interface Term {
  text: string;
  /** Words make up a passage's length; codes stand beside them. */
  isWord: boolean;
  weight: number;
}

/**
 * The terms of a text, repeated as often as they are there: its words as English stems without stop
 * words, and its codes whole, as written. The same idea as the server's `private.text_terms`.
 */
export function termsOf(text: string): Term[] {
  const lower = text.toLowerCase().replace(/[–‑]/g, "-");
  const terms: Term[] = [];
  for (const [word] of lower.matchAll(WORD)) {
    if (!STOP_WORDS.has(word)) terms.push({ text: stem(word), isWord: true, weight: 1 });
  }
  for (const [code] of lower.matchAll(CODE)) {
    if (!/[0-9]/.test(code) || code.length > CODE_LIMIT) continue;
    terms.push({ text: code, isWord: false, weight: 1 });
    // "R32" and "R-32" find each other.
    if (/[a-z]/.test(code) && /[-/_]/.test(code) && !code.includes(".")) {
      terms.push({ text: code.replace(/[-/_]/g, ""), isWord: false, weight: LOOSE_WEIGHT });
    }
  }
  return terms;
}

const stems = new Map<string, string>();

/** A stem is worth remembering: the same few thousand words make up every manual. */
function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = word.length <= WORD_LIMIT && /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size > 50_000) stems.clear();
  stems.set(word, found);
  return found;
}
