import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stem as english } from "porter2";
import type { DocumentLanguage } from "../knowledge.ts";

/** Longer words (in characters) get no stem: the stemmers retry many prefixes. */
const WORD_LIMIT = 64;

/** Snowball's stemmers, which PostgreSQL has too. */
const STEMMERS: Readonly<Record<DocumentLanguage, (word: string) => string>> = {
  ...{ english, german, spanish, french },
};

const known: Readonly<Record<DocumentLanguage, Map<string, string>>> = {
  ...{ english: new Map(), german: new Map(), spanish: new Map(), french: new Map() },
};

/**
 * The stem of a word in small letters; a word with a digit stays as it is. Stems are kept, because
 * the same few thousand words make up every manual.
 */
export function findStem(word: string, language: DocumentLanguage): string {
  const stems = known[language];
  const kept = stems.get(word);
  if (kept !== undefined) return kept;
  const isPlain = word.length <= WORD_LIMIT && !/\p{N}/u.test(word);
  const found = isPlain ? STEMMERS[language](word) : word;
  if (stems.size > 50_000) stems.clear();
  stems.set(word, found);
  return found;
}
