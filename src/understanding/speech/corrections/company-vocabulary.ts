import { phoneNumbers, weightOfPhones } from "./phones.ts";
import { listPronunciations } from "./pronunciations.ts";

/** An entry of a company's vocabulary. */
export interface CompanyTerm {
  /** As the company writes it. */
  term: string;
  /** The text that always becomes the term; null for a term that is recognised by its sound. */
  heard: string | null;
}

/** A company's vocabulary, prepared once for many texts. */
export type CompanyVocabulary = ReturnType<typeof prepareVocabulary>;

export interface SpokenTerm {
  term: string;
  /** Its sounds, as text and as numbers. */
  way: string;
  phones: Uint8Array;
  /** How many sounds it has in common with the one before, from the beginning. */
  shared: number;
  /** How much sound it has, see `weightOfPhones`. */
  weight: number;
  /** How many words of a text it may be heard as. */
  mostWords: number;
  hasDigits: boolean;
}

/** How many words a term may be heard as: "glycol" is heard as "by call". */
const MOST_WORDS = 4;

export function prepareVocabulary(terms: readonly CompanyTerm[]) {
  /** Terms, and what always becomes a term (`isFixed`), by their letters and digits. */
  const written = new Map<string, { term: string; isFixed: boolean }>();
  const spoken = new Map<string, SpokenTerm>();
  for (const { term, heard } of terms) {
    const letters = lettersAndDigits(term);
    if (letters === "") continue;
    if (!written.has(letters)) written.set(letters, { term, isFixed: false });
    if (heard !== null) written.set(lettersAndDigits(heard), { term, isFixed: true });
    const hasDigits = /\d/.test(term);
    // The letters and digits of a code may be words of their own: "G. M. V. C. ninety six".
    const isCode = hasDigits || term === term.toUpperCase();
    const codeWords = isCode ? (term.match(/\p{Lu}|\d/gu)?.length ?? 0) : 0;
    const mostWords = Math.max(MOST_WORDS, codeWords);
    for (const way of listPronunciations(term)) {
      const phones = phoneNumbers(way);
      const weight = weightOfPhones(phones);
      spoken.set(`${term} ${way}`, { term, way, phones, weight, mostWords, hasDigits, shared: 0 });
    }
  }
  /** Every way to say every term, sorted by their sounds. */
  const sorted = [...spoken.values()].sort((a, b) => (a.way < b.way ? -1 : 1));
  for (const [place, each] of sorted.entries()) {
    each.shared = sharedBy(each.phones, sorted[place - 1]?.phones ?? new Uint8Array(0));
  }
  return { spoken: sorted, written };
}

/** The letters and digits of a text, in lower case: what stays the same however it is written. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Whether the way in which a term is written distinguishes it from ordinary words. */
export function isDistinctive(term: string): boolean {
  return /\d|\p{Lu}.*\p{Lu}/u.test(term);
}

function sharedBy(a: Uint8Array, b: Uint8Array): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared += 1;
  return shared;
}
