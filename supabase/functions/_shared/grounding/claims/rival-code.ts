import { type Code, factsOf, isRelated } from "./canonical.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord } from "./words.ts";

/** By how many words the sentences about another code must be closer to a claim. */
const CLEARLY = 2;
/** The least part of a claim's words that such a sentence must have. */
const LEAST_SHARE = 0.6;

/**
 * Whether a claim names a code, and the sentences with its words name another code of the same family
 * in that one's place: "the HP-240/A has a base pan heater" of "the HP-240/B has a base pan heater".
 */
export function rivalCode(
  codes: readonly Code[],
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  for (const code of codes) {
    const mine = codes.filter(({ family }) => family === code.family);
    let [own, rival] = [0, 0];
    for (const passage of cited) {
      const words = terms.filter((term) => !passage.topTerms.has(term));
      let last: readonly Code[] = [];
      let line = -1;
      for (const window of passage.windows) {
        if (window.line !== line) last = [];
        line = window.line;
        const named = window.allCodes.filter(({ family }) => family === code.family);
        if (named.length > 0) last = named;
        const score = words.filter((word) => hasWord(window.terms, word)).length;
        const isOwn = last.length === 0 || last.some((each) => isRelated(each, code));
        // With two codes of a family in the claim, only one of them is replaced.
        const isSameCase =
          mine.length === 1 ||
          mine.some((each) => each !== code && named.some((other) => isRelated(each, other)));
        const isOther =
          isSameCase && named.some((each) => !mine.some((other) => isRelated(other, each)));
        const isInHead = factsOf(window.head).codes.some(({ family }) => family === code.family);
        if (isOwn || isInHead) own = Math.max(own, score);
        else if (isOther && score >= words.length * LEAST_SHARE) rival = Math.max(rival, score);
      }
    }
    if (rival >= own + CLEARLY) return `the cited passage says this of another than ${code.code}`;
  }
  return null;
}
