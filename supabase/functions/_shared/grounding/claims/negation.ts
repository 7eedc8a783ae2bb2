import { type Clause, clausesOf } from "./clauses.ts";
import type { PassageFacts, Window } from "./passage-facts.ts";
import { AVOIDANCE, NEGATION, NO_NEGATION, REASON } from "./vocabulary.ts";
import { hasWord, shareOf, telling, wordsOf } from "./words.ts";

/** How much of a clause's words another one must have, to be about the same. */
const SAME_MATTER = 0.6;

/** The same for a sentence that is about nothing else. */
const NEARLY_ALL = 0.8;
/** A passage must have more than this part of what a clause denies, to speak of it. */
const LEAST_SAID = 0.5;

/** "Not a bad valve" denies no valve. */
const QUALITY = wordsOf("bad wrong good right correct problem");

/** A condition turns a negation round: "unless it is short, no loop is needed". */
const CONDITION = /\b(?:unless|except)\b/i;

/** "Do not change parts before you have checked this": the claim asks for something and denies nothing. */
const NOT_BEFORE = /(?:\b(?:not|never|no|nothing)\b|n't\b)[^.;]{0,80}\b(?:before|until|without)\b/i;

const IN_ORDER = /\b(?:before|until|first|once|after|only)\b/i;

/** Whether a claim denies what the passages say, or says what they deny. */
export function wrongNegation(text: string, cited: readonly PassageFacts[]): string | null {
  if (CONDITION.test(text)) return null;
  const windows = cited.flatMap((passage) => passage.windows);
  // The names in a table deny nothing.
  const prose = windows.filter((window) => !window.text.includes("\t"));
  const claimed = clausesOf(text);
  // "Do not use it, because it sparks": the passage may only say that it sparks.
  const isConcluded = REASON.test(text);
  if (
    !isConcluded &&
    !NOT_BEFORE.test(text) &&
    claimed.some((clause) => clause.isNegated && isNotDenied(clause, windows)) &&
    !closestTo(text, windows).some((window) => NEGATION.test(window.text))
  ) {
    return "the cited passage does not deny this";
  }
  if (NEGATION.test(text.replace(NO_NEGATION, " "))) return null;
  return claimed.some((clause) => isDenied(clause, prose, IN_ORDER.test(text)))
    ? "the cited passage denies this"
    : null;
}

/** The sentences that share the most words with a claim. */
function closestTo(text: string, windows: readonly Window[]): Window[] {
  const words = telling(wordsOf(text));
  const shares = windows.map(({ terms, headTerms }) =>
    shareOf(words, new Set([...terms, ...headTerms])),
  );
  const best = Math.max(0, ...shares);
  return windows.filter((_, at) => best > 0 && shares[at] === best);
}

/** Whether the sentences closest to a negated clause speak of what it denies, and deny nothing. */
function isNotDenied({ words, denied }: Clause, windows: readonly Window[]): boolean {
  if (telling(words).size < 2 || denied.size === 0) return false;
  const said = windows.map(({ text, headTerms }) => new Set([...wordsOf(text), ...headTerms]));
  const shares = said.map((each) => shareOf(words, each));
  const best = Math.max(0, ...shares);
  if (best < LEAST_SAID) return false;
  return windows.every(
    (window, place) =>
      shares[place] !== best ||
      (shareOf(denied, said[place] ?? new Set()) > LEAST_SAID && !deniesAny(window, words)),
  );
}

/** Whether a sentence denies something, or another one of its line denies something of these words. */
function deniesAny({ text, lineText }: Window, words: ReadonlySet<string>): boolean {
  return (
    NEGATION.test(text) ||
    AVOIDANCE.test(text) ||
    clausesOf(lineText).some(
      (clause) => clause.isNegated && shareOf(telling(clause.words), words) >= 0.5,
    )
  );
}

/** Whether the passages deny a clause's words, or the clause has all words of what they deny. */
function isDenied(
  { words, avoidances }: Pick<Clause, "words" | "avoidances">,
  windows: readonly Window[],
  inOrder: boolean,
): boolean {
  // "Only" and "without" may be a denial, where the passage does not have them too.
  if (avoidances.length > 0) {
    const same = windows.filter(({ text }) =>
      avoidances.every((each) => text.toLowerCase().includes(each)),
    );
    return same.length > 0 && isDenied({ words, avoidances: [] }, same, inOrder);
  }
  const own = telling(words);
  if (own.size < 2) return false;
  let best = { share: 0, agrees: true };
  let isForbidden = false;
  for (const window of windows) {
    // "Nothing is begun before it is signed" and "it is signed before anything begins" say the same.
    if (inOrder && NOT_BEFORE.test(window.text)) continue;
    const share = shareOf(own, wordsOf(window.text));
    for (const clause of clausesOf(window.text)) {
      const said = telling(clause.words);
      const isAll =
        [...said].every((word) => hasWord(own, word)) &&
        ![...clause.words].some((word) => QUALITY.has(word) && !hasWord(words, word));
      if (clause.forbids && isAll && (said.size > 1 || (said.size === 1 && share >= SAME_MATTER))) {
        isForbidden = true;
      }
      // "No valve may stand in it": words that tell little by themselves tell enough together.
      const isVerbatim =
        clause.words.size > 1 && [...clause.words].every((word) => words.has(word));
      if (clause.forbids && isVerbatim) return true;
      // "Fan motors, main boards and drain parts are not interchangeable"
      const isSame =
        share >= NEARLY_ALL && clause.denied.size > 0 && telling(clause.words).size > 1;
      if (isSame && clause.isNegated && [...clause.denied].every((word) => hasWord(own, word))) {
        isForbidden = true;
      }
      const near = shareOf(own, clause.words);
      if (near < best.share || near === 0) continue;
      const [first = ""] = clause.denied;
      const isOtherQuality = [...clause.words].some(
        (word) => QUALITY.has(word) && !hasWord(words, word),
      );
      const agrees = !clause.forbids || isOtherQuality || (first !== "" && !hasWord(own, first));
      best = { share: near, agrees: near > best.share ? agrees : best.agrees || agrees };
    }
  }
  if (isForbidden) return best.share < 1 || !best.agrees;
  return best.share >= SAME_MATTER && !best.agrees;
}
