import { stem } from "porter2";
import { perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Verdict } from "./setting.ts";
import { unitOf } from "./units.ts";
import { hasWord, isTelling, wordsOf } from "./words.ts";

/** "TPM", "RL-S": a name in capitals. Longer ones are ordinary words that the writer emphasised. */
const IN_CAPITALS = /(?<![\p{L}\p{N}])\p{Lu}{2,5}(?:-\p{Lu}{1,3})?(?![\p{L}\p{N}])/gu;
/** "tE", "dE": what a display shows. */
const ODD_CASE = /(?<![\p{L}\p{N}])\p{Ll}\p{Lu}(?![\p{L}\p{N}])/gu;
/** "type B", "terminal L": a letter that is a name. */
const LETTER =
  /\b(type|class|model|version|variant|zone|terminals?|pin|group|category|grade|size|mode|position|key|button|port|kit|lamp|contact|connector|circuit|form|annex|appendix|section|plan|series) (\p{Lu})(?![\p{L}\p{N}'-])/giu;
/** Abbreviations that everybody uses, whatever the document's own words are. */
const COMMON: ReadonlySet<string> = new Set(
  "LED LCD USB OK ID TV PC US UK EU FAQ PDF NB PS ASAP DIY".split(" "),
);
/** Each is the only one of its kind that is meant, if the other one is written. */
const CURRENTS = ["AC", "DC"];

interface Names {
  words: ReadonlySet<string>;
  /** "type b" */
  letters: readonly (readonly [of: string, letter: string])[];
}

const namesOf = perText(
  (text): Names => ({
    words: new Set(
      [...(text.match(IN_CAPITALS) ?? []), ...(text.match(ODD_CASE) ?? [])].filter(
        (name) => unitOf(name) === null,
      ),
    ),
    letters: [...text.matchAll(LETTER)].map(
      ([, of = "", letter = ""]) => [stem(of.toLowerCase()), letter.toUpperCase()] as const,
    ),
  }),
);

/**
 * A name in capitals, of a display or of one letter that the cited passages do not have.
 * @param isTranslated whether a passage is in another language than the claim
 */
export function wrongName(
  plain: string,
  cited: readonly PassageFacts[],
  asked: ReadonlySet<string>,
  isTranslated: boolean,
): Verdict {
  const { words, letters } = namesOf(plain);
  if (words.size === 0 && letters.length === 0) return null;
  const said = cited.map(({ text }) => text);
  const wrong = [...words].find((name) => {
    const lower = name.toLowerCase();
    if (COMMON.has(name) || said.some((text) => hasToken(text, name))) return false;
    // "PPE" is "PSA" in German.
    if (isTranslated && /^\p{Lu}+$/u.test(name)) return false;
    if (CURRENTS.includes(name)) {
      return said.some((text) => CURRENTS.some((other) => hasToken(text, other)));
    }
    if (/^\p{Lu}+$/u.test(name)) {
      // A stressed word: "do NOT", "the SERVICE valve".
      const stems = [...wordsOf(lower)];
      if (stems.every((each) => !isTelling(each))) return false;
      if (said.some((text) => hasInitials(text, lower))) return false;
      if (cited.some(({ terms }) => stems.every((each) => hasWord(terms, each)))) return false;
      return !stems.some((each) => asked.has(each));
    }
    return true;
  });
  if (wrong !== undefined) return `"${wrong}" is not in the cited passage`;
  const other = letters.find(
    ([of, letter]) =>
      !said.some((text) => hasToken(text, letter)) &&
      said.some((text) => namesOf(text).letters.some(([noun]) => noun === of)),
  );
  return other === undefined ? null : `"${other.join(" ")}" is not in the cited passage`;
}

function hasToken(text: string, name: string): boolean {
  // "IP 65" may be written "IP65".
  const after = name.length > 1 ? "\\p{L}" : "\\p{L}\\p{N}";
  return new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![${after}])`, "u").test(text);
}

/** Whether a text has words one after the other that begin with these letters: "lower flammability limit" for LFL. */
function hasInitials(text: string, letters: string): boolean {
  return initialsOf(text).includes(letters);
}

const initialsOf = perText((text) =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => word[0]).join(""),
);
