import { clausesOf } from "./clauses.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { AVOIDANCE, CLAUSE, NEGATION } from "./vocabulary.ts";
import { hasWord, wordsOf } from "./words.ts";

/** A sentence and the one before it must have this part of a claim's words, to be about the same. */
const LEAST_SHARE = 0.5;

const UP_TO_LIMIT =
  /(?:\b(?:not|never|no)\b|n't\b)[^,;.]{0,40}\b(?:(?:earl|lat|long|short|high|low|great|small)i?er than|before|until)\b/i;

/** How many denied words are looked for together. */
const MOST_WORDS = 3;
/** How many denied phrases are looked for in all passages; a claim shares far fewer with them. */
const MOST_PHRASES = 20;

/**
 * Whether a claim says a word that the passages only deny: "the fan sucks the air out" of "it blows air
 * in; it does not suck the room out".
 */
export function deniedVerb(
  plain: string,
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  if (NEGATION.test(plain)) return null;
  const tried = new Set<string>();
  for (const { windows } of cited) {
    for (const [at, window] of windows.entries()) {
      if (window.text.includes("\t")) continue;
      const before = windows[at - 1];
      const near = before?.line === window.line ? before.terms : window.meant;
      const share = terms.filter((term) => hasWord(window.terms, term) || hasWord(near, term));
      if (share.length < terms.length * LEAST_SHARE) continue;
      // "Do not start it earlier than 21 days after" denies only the earlier start.
      if (UP_TO_LIMIT.test(window.text)) continue;
      for (const { denied, deniesThing } of clausesOf(window.text)) {
        const said = [...denied].slice(0, MOST_WORDS);
        const [first] = said;
        if (deniesThing || first === undefined || !terms.includes(first)) continue;
        const isPhrase = said.every((word) => terms.includes(word));
        const phrase = isPhrase ? said : [first];
        const key = phrase.join(" ");
        if (tried.has(key) || tried.size >= MOST_PHRASES) continue;
        tried.add(key);
        if (isAvoided(first, plain) || isAffirmed(phrase, cited)) continue;
        return `the cited passage denies "${key}"`;
      }
    }
  }
  return null;
}

/** "Without acid", "keep acid away from it" */
function isAvoided(word: string, text: string): boolean {
  return text.split(CLAUSE).some((clause) => wordsOf(clause).has(word) && AVOIDANCE.test(clause));
}

function isAffirmed(phrase: readonly string[], cited: readonly PassageFacts[]): boolean {
  return cited.some(({ windows }) =>
    windows.some(({ text }) =>
      clausesOf(text).some(
        ({ words, isNegated }) => !isNegated && phrase.every((word) => hasWord(words, word)),
      ),
    ),
  );
}
