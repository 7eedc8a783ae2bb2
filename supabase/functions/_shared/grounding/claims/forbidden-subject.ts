import { factsOf } from "./canonical.ts";
import { perPassage } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { AVOIDANCE, NEGATION } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

const FORBIDS =
  /\b(?:is|are) (?:not (?:to be (?:used|done)|permitted|allowed)|forbidden|prohibited|never (?:used|permitted|allowed))\b/i;
const PERMITS =
  /\b(?:may|can|could|use|used|using|uses|allowed|permitted|fine|suitable|acceptable)\b/i;
const ENDS = /[,;:]|\.\s|\b(?:but|because|since)\b/i;
const BRACKETS = /\([^)]*\)/g;
/** How many words of what is forbidden tell what it is. */
const NAMES = 2;

/** The words that name what a passage forbids. */
const forbiddenBy = perPassage(({ windows }) =>
  windows.flatMap(({ text }) =>
    text
      .replace(BRACKETS, " ")
      .split(ENDS)
      .flatMap((clause) => {
        const end = FORBIDS.exec(clause)?.index;
        if (end === undefined) return [];
        const subject = tellingWords(factsOf(clause.slice(0, end)).rest).slice(0, NAMES);
        return subject.length > 0 ? [subject] : [];
      }),
  ),
);

/** Whether a claim permits what the passages forbid: "bleach may be used" of "bleach is not to be used". */
export function forbiddenSubject(plain: string, cited: readonly PassageFacts[]): string | null {
  if (NEGATION.test(plain) || AVOIDANCE.test(plain) || !PERMITS.test(plain)) return null;
  const own = new Set(tellingWords(plain));
  const forbidden = cited
    .flatMap(forbiddenBy)
    .find(
      (subject) =>
        subject.every((word) => hasWord(own, word)) || subject[0] === tellingWords(plain)[0],
    );
  return forbidden ? `the cited passage forbids "${forbidden.join(" ")}"` : null;
}
