import { factsOf } from "./canonical.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { AVOIDANCE, NEGATION } from "./vocabulary.ts";
import { hasWord, tellingWords } from "./words.ts";

const FORBIDS =
  /\b(?:is|are) (?:not (?:to be (?:used|done)|permitted|allowed)|forbidden|prohibited|never (?:used|permitted|allowed))\b/i;
const PERMITS =
  /\b(?:may|can|could|use|used|using|uses|allowed|permitted|fine|suitable|acceptable)\b/i;
const ENDS = /[,;:()]|\.\s|\b(?:but|because|since|or)\b/i;
/** How many words of what is forbidden tell what it is. */
const NAMES = 2;

/** Whether a claim permits what the passages forbid: "bleach may be used" of "bleach is not to be used". */
export function forbiddenSubject(plain: string, cited: readonly PassageFacts[]): string | null {
  if (NEGATION.test(plain) || AVOIDANCE.test(plain) || !PERMITS.test(plain)) return null;
  const own = new Set(tellingWords(plain));
  for (const { text } of cited.flatMap(({ windows }) => windows)) {
    for (const clause of text.split(ENDS)) {
      const end = FORBIDS.exec(clause)?.index;
      if (end === undefined) continue;
      const subject = tellingWords(factsOf(clause.slice(0, end)).rest).slice(0, NAMES);
      const [first] = subject;
      if (first !== undefined && subject.every((word) => hasWord(own, word))) {
        return `the cited passage forbids "${first}"`;
      }
    }
  }
  return null;
}
