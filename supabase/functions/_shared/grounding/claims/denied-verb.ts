import { clausesOf } from "./clauses.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { AVOIDANCE, NEGATION } from "./vocabulary.ts";
import { hasWord, wordsOf } from "./words.ts";

/** A sentence and the one before it must have this part of a claim's words, to be about the same. */
const LEAST_SHARE = 0.5;

/** How many words before a word may tell that it is avoided. */
const REACH = 4;

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
  for (const { windows } of cited) {
    for (const [at, window] of windows.entries()) {
      if (window.text.includes("\t")) continue;
      const before = windows[at - 1];
      const near = before?.line === window.line ? before.terms : window.meant;
      const share = terms.filter((term) => hasWord(window.terms, term) || hasWord(near, term));
      if (share.length < terms.length * LEAST_SHARE) continue;
      for (const clause of clausesOf(window.text)) {
        const [verb] = clause.denied;
        if (clause.deniesThing || verb === undefined || !terms.includes(verb)) continue;
        if (isAvoided(verb, plain) || isAffirmed(verb, cited)) continue;
        return `the cited passage denies "${verb}"`;
      }
    }
  }
  return null;
}

/** "Without acid", "rather than using an extinguisher" */
function isAvoided(word: string, text: string): boolean {
  const words = text.split(" ");
  return words.some(
    (each, at) =>
      wordsOf(each).has(word) && AVOIDANCE.test(words.slice(Math.max(0, at - REACH), at).join(" ")),
  );
}

function isAffirmed(word: string, cited: readonly PassageFacts[]): boolean {
  return cited.some(({ windows }) =>
    windows.some(({ text }) =>
      clausesOf(text).some(({ words, isNegated }) => !isNegated && hasWord(words, word)),
    ),
  );
}
