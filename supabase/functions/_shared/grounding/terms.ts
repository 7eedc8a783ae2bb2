import { stem } from "porter2";
import type { DocumentLanguage } from "../contracts/knowledge.ts";
import { stemOf as foreignStemOf } from "../contracts/languages/stem.ts";
import { STOP_WORDS as FOREIGN_STOP_WORDS } from "../contracts/languages/stop-words.ts";
import { inPairs } from "../contracts/terms/unspaced.ts";

/** Words that do not tell what a question is about. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and another any are as at be because been before being both but by can could did do
   does doing done each else for from get give had has have having he help her here him his how i if in
   into is it its just know let like many may me mean might more most much must my need no not of off
   on once one only or other our out over own please same say shall she should show so some such
   tell than that the their them then there these they thing this those to too up us use used using
   very want was we were what when where which while who whom whose why will with would yes you your
   don doesn didn isn aren wasn weren won couldn shouldn wouldn hasn haven hadn ll re ve`.split(
    /\s+/,
  ),
);

const WORD = /[\p{L}\p{N}]+(?:[-./'’][\p{L}\p{N}]+)*/gu;

/** Longer words (in characters) are not stemmed: the stemmer is slow on them. */
const LONGEST_WORD = 64;

/**
 * The terms that carry a text's meaning: stems of its words without the stop words, figures ("1.5")
 * as written, and codes without separators ("E-47" is "e47", "HP-240/B" is "hp240b"), because
 * people write codes with and without them. Scripts without spaces between words are cut into pairs of
 * letters, as the search does.
 * @param language that of the text, whose stems and stop words are taken
 */
export function termsOf(text: string, language: DocumentLanguage = "english"): Set<string> {
  const terms = new Set<string>();
  const plain = text.normalize("NFKC").replace(/[‐‑–]/g, "-").toLowerCase();
  for (const [word] of inPairs(plain).matchAll(WORD)) {
    if (/\p{N}/u.test(word)) {
      terms.add(isCode(word) ? word.replace(/[-/]/g, "") : word);
      continue;
    }
    for (const part of word.replace(/['’].*$/, "").split(/[-./]/)) {
      if (part.length < 2) continue;
      if (language !== "english") {
        if (!FOREIGN_STOP_WORDS[language].has(part)) terms.add(foreignStemOf(part, language));
      } else if (!STOP_WORDS.has(part)) terms.add(stemOf(part));
    }
  }
  return terms;
}

/** Whether a word in small letters does not tell what a question is about. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

function stemOf(word: string): string {
  return word.length > LONGEST_WORD ? word : stem(word);
}

/** Whether a term is a code, as of an error or a model: a letter first, and a figure later. */
export function isCode(term: string): boolean {
  return /^\p{L}.*\p{N}/u.test(term);
}
