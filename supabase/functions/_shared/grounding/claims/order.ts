import { perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { NEGATION } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

/** What comes later stands after one of these. */
const THEN = /\b(?:then|afterwards|after (?:which|that)|before|and (?=[^,;.]{1,40} second\b))\b/i;
/** What comes earlier stands after one of these. */
const ONCE = /\b(?:after|once)\b(?! (?:which|that)\b)/i;
/** "Before the first start, …": the most words that such a beginning has. */
const LONGEST_BEGINNING = 7;

/** The words of a sentence's steps, the first step first; one step for a sentence that orders nothing. */
const stepsOf = perText((sentence): readonly ReadonlySet<string>[] =>
  // "Touch nothing before the meter shows 0 V" tells no order of two steps.
  (NEGATION.test(sentence) ? [sentence] : inOrder(sentence))
    .map((step) => new Set(tellingWords(step)))
    .filter(({ size }) => size > 0),
);

function inOrder(sentence: string): string[] {
  const text = sentence.trim();
  const [conjunction] = /^(?:before|after|once)\b/i.exec(text) ?? [];
  if (conjunction !== undefined) {
    const comma = text.indexOf(",");
    if (comma < 0 || text.slice(0, comma).split(" ").length > LONGEST_BEGINNING) return [text];
    const [one, other] = [text.slice(conjunction.length, comma), text.slice(comma + 1)];
    return /before/i.test(conjunction) ? [other, one] : [one, other];
  }
  if (ONCE.test(text)) {
    const [later = "", earlier = "", ...more] = text.split(ONCE);
    // "To see what it is after an alarm, let it rest": what follows the comma is the later step, too.
    const [first = "", ...rest] = earlier.split(",");
    return more.length > 0 || THEN.test(text) ? [text] : [first, [later, ...rest].join(" ")];
  }
  return text.split(THEN);
}

/** Whether a claim has two steps in one order, and the passages have them in the other one. */
export function wrongOrder(plain: string, cited: readonly PassageFacts[]): string | null {
  const claimed = stepsOf(plain);
  if (claimed.length < 2) return null;
  const said = cited
    .flatMap(({ windows }) => windows.map(({ text }) => stepsOf(text)))
    .filter((steps) => steps.length > 1);
  for (const [at, later] of claimed.entries()) {
    const earlier = claimed[at - 1];
    if (earlier === undefined) continue;
    const one = [...earlier].filter((word) => !hasWord(later, word));
    const other = [...later].filter((word) => !hasWord(earlier, word));
    const straight = Math.max(0, ...said.map((steps) => likeness(one, other, steps)));
    const turned = Math.max(0, ...said.map((steps) => likeness(other, one, steps)));
    if (turned > straight) return "the cited passage has these steps in another order";
  }
  return null;
}

/** How many words two steps of a passage share with these, the first with `one` and a later one with `other`. */
function likeness(
  one: readonly string[],
  other: readonly string[],
  steps: readonly ReadonlySet<string>[],
): number {
  let [first, best] = [0, 0];
  for (const step of steps) {
    const second = other.filter((word) => hasWord(step, word)).length;
    if (first > 0 && second > 0) best = Math.max(best, first + second);
    first = Math.max(first, one.filter((word) => hasWord(step, word)).length);
  }
  return best;
}
