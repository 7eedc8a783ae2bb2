import { stemmer } from "stemmer";
import { plainText, spellingsOf } from "./numbers-and-codes.ts";

/**
 * Longest word that is stemmed, in characters: the stemmer's regular expressions retry many
 * prefixes, so long input takes too long.
 */
const WORD_LIMIT = 64;

/** Letters and digits of any alphabet. */
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * Words that are in every text and help no search; the same list as in PostgreSQL's English search.
 */
const STOP_WORDS = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her
hers herself it its itself they them their theirs themselves what which who whom this that these those
am is are was were be been being have has had having do does did doing a an the and but if or because
as until while of at by for with about against between into through during before after above below to
from up down in out on off over under again further then once here there when where why how all any
both each few more most other some such no nor not only own same so than too very s t can will just don
should now`.split(/\s+/),
);

/** A search term of a text, and how much an occurrence counts. */
export interface Term {
  text: string;
  /** Only words count for a passage's length; codes are additional terms. */
  isWord: boolean;
  weight: number;
}

/**
 * The terms of a text, repeated as often as they occur: its words as English stems without stop
 * words, and its numbers and codes. The same rules as the server's `private.text_terms`.
 */
export function termsOf(text: string): Term[] {
  const plain = plainText(text);
  const codes = spellingsOf(plain, (word) => STOP_WORDS.has(word)).map((spelling) => {
    return { ...spelling, isWord: false };
  });
  return [...wordTerms(plain), ...codes];
}

/** The words of a text as terms, in the order of the text, without its stop words and codes. */
export function wordsInOrder(text: string): string[] {
  return wordTerms(plainText(text)).map((term) => term.text);
}

function wordTerms(plain: string): Term[] {
  return [...plain.matchAll(WORD)].flatMap(([word]) =>
    STOP_WORDS.has(word) ? [] : [{ text: stem(word), isWord: true, weight: 1 }],
  );
}

const stems = new Map<string, string>();

/** Caches stems, because the same few thousand words make up every manual. */
function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = word.length <= WORD_LIMIT && /^[a-z]+$/.test(word) ? stemmer(word) : word;
  if (stems.size > 50_000) stems.clear();
  stems.set(word, found);
  return found;
}
