import { type Code, factsOf, isRelated } from "./canonical.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { hasWord } from "./words.ts";

/** By how many words the sentences about another code must be closer to a claim. */
const CLEARLY = 2;
/** The least part of a claim's words that such a sentence must have. */
const LEAST_SHARE = 0.6;

/** The families of the codes in the heads of a passage's tables, by the head. */
const familiesByHead = perPassage(({ windows }) => {
  const heads = new Set(windows.map(({ head }) => head));
  return new Map(
    [...heads].map((head) => [head, new Set(factsOf(head).codes.map(({ family }) => family))]),
  );
});

/**
 * Whether a claim names a code, and the sentences with its words name another code of the same family
 * in that one's place: "the HP-240/A has a base pan heater" of "the HP-240/B has a base pan heater".
 */
export function rivalCode(
  codes: readonly Code[],
  terms: readonly string[],
  cited: readonly PassageFacts[],
): string | null {
  const scores = cited.map(({ windows, topTerms }) => {
    const words = terms.filter((term) => !topTerms.has(term));
    return windows.map((window) => {
      const score = words.filter((word) => hasWord(window.terms, word)).length;
      return { score, isClose: score >= words.length * LEAST_SHARE };
    });
  });
  const wrong = codes.find((code) => {
    const others = codes.filter((each) => each !== code && each.family === code.family);
    let [own, rival] = [0, 0];
    for (const [place, passage] of cited.entries()) {
      const heads = familiesByHead(passage);
      let last: readonly Code[] = [];
      let line = -1;
      for (const [at, window] of passage.windows.entries()) {
        const { score, isClose } = scores[place]?.[at] ?? { score: 0, isClose: false };
        const named = window.allCodes.filter(({ family }) => family === code.family);
        // A sentence without a code of this family goes on about the last one of its paragraph.
        if (window.line !== line || named.length > 0) last = named;
        line = window.line;
        if (
          last.length === 0 ||
          heads.get(window.head)?.has(code.family) ||
          last.some((each) => isRelated(each, code))
        ) {
          own = Math.max(own, score);
        } else if (isClose && isInPlaceOf(named, code, others)) {
          rival = Math.max(rival, score);
        }
      }
    }
    return rival >= own + CLEARLY;
  });
  return wrong ? `the cited passage says this of another than ${wrong.code}` : null;
}

/**
 * Whether a sentence names another code in the place of this one. With two codes of a family in a
 * claim only one of them is replaced, so that the sentence must have another one of the claim's too.
 */
function isInPlaceOf(named: readonly Code[], code: Code, others: readonly Code[]): boolean {
  const isClaimed = (each: Code) => others.some((other) => isRelated(each, other));
  return (
    (others.length === 0 || named.some(isClaimed)) &&
    named.some((each) => !isClaimed(each) && !isRelated(each, code))
  );
}
