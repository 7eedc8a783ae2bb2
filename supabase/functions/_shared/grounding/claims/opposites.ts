import { perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { sidesOf } from "./sides.ts";
import { NEGATION, PLACE_ON } from "./vocabulary.ts";
import { hasWord, isTelling, stemsOf, tellingWords } from "./words.ts";

/** How far from a word those stand that tell what it is about, in words. */
const REACH = 3;
/** The same for a word that agrees with the claim's, because a doubt is in the claim's favour. */
const FAR_REACH = 6;

const COMPARISON: ReadonlySet<string> = new Set(stemsOf("earlier later sooner"));

interface Part {
  stems: readonly string[];
  isNegated: boolean;
}

const partsOf = perText((text): Part[] =>
  text
    .split(/[,;:()\t]|\b(?:but|because|since|while|whereas|although|and|or)\b/i)
    .map((part) => ({ stems: stemsOf(part), isNegated: NEGATION.test(part) })),
);

/** The telling words around the places of a word. */
function around(
  stems: readonly string[],
  of: readonly string[],
  isSequence: boolean,
  reach = REACH,
): Set<string> {
  const found = new Set<string>();
  // "Not earlier than a day after" is "not before".
  if (isSequence && stems.some((stem) => COMPARISON.has(stem))) return found;
  for (const [at, stem] of stems.entries()) {
    if (!of.includes(stem)) continue;
    const near = stems.slice(isSequence ? at + 1 : Math.max(0, at - reach), at + reach + 1);
    for (const each of near) if (each !== stem && isTelling(each)) found.add(each);
  }
  return found;
}

/** A sentence must have more than this part of the closest one's words for its opposite to count. */
const LEAST_CLOSE = 0.5;

/**
 * Whether a claim has a word beside another one, and the cited passages have only the opposite of the
 * first beside the second: "the drain valve opens" of "the drain valve closes".
 */
export function oppositeWord(text: string, cited: readonly PassageFacts[]): string | null {
  const terms = tellingWords(text);
  const windows = cited.flatMap((passage) =>
    passage.windows.map((window) => ({
      parts: partsOf(window.text),
      closeness: terms.filter((term) => hasWord(window.terms, term)).length,
    })),
  );
  const closest = Math.max(0, ...windows.map(({ closeness }) => closeness));
  const said = windows.flatMap(({ parts }) => parts);
  const saidClose = windows
    .filter(({ closeness }) => closeness > closest * LEAST_CLOSE)
    .flatMap(({ parts }) => parts);
  const saidClosest = new Set(
    windows
      .filter(({ closeness }) => closeness === closest)
      .flatMap(({ parts }) => parts.flatMap(({ stems }) => stems)),
  );
  const claimed = partsOf(text.replace(PLACE_ON, " "));
  const all = new Set(claimed.flatMap(({ stems }) => stems));
  for (const { stems, isNegated } of claimed) {
    for (const stem of stems) {
      for (const { own, other, isSequence } of sidesOf(stem)) {
        if (other.some((each) => all.has(each))) continue;
        if (!isSequence && own.some((each) => saidClosest.has(each))) continue;
        const about = around(stems, [stem], isSequence);
        const isBeside = (part: Part, words: readonly string[], reach = REACH) =>
          [...around(part.stems, words, isSequence, reach)].some((each) => about.has(each));
        if (
          saidClose.some((part) => part.isNegated === isNegated && isBeside(part, other)) &&
          !said.some(
            (part) =>
              isBeside(part, own, FAR_REACH) ||
              (part.isNegated !== isNegated && isBeside(part, other)),
          )
        ) {
          return `the cited passage says the opposite of "${stem}"`;
        }
      }
    }
  }
  return null;
}
