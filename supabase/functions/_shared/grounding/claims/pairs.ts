import { type Code, factsOf, isRelated, isSame, type Quantity } from "./canonical.ts";
import { perText } from "./once-each.ts";
import type { PassageFacts } from "./passage-facts.ts";
import { shareOf, tellingWords } from "./words.ts";

/** A part of a sentence with its codes and figures. */
interface Part {
  codes: readonly Code[];
  quantities: readonly Quantity[];
}

/** What a code is joined to: a figure or another code. */
interface Partner {
  isIn: (part: Part) => boolean;
  /** Whether a part has another one of the same kind. */
  hasRival: (part: Part) => boolean;
}

/** Where a sentence goes on to something else. */
const PARTS = /[,;:)](?= |$)|(?<= )\(|\.(?= |$)|\b(?:and|or|but|then|while|whereas)\b/;

/** A sentence about another code must have this part of a claim's words. */
const LEAST_SHARE = 0.6;

/** "R-32 or R-290": a list of codes is not split. */
export const CODES = /\b(\p{Lu}{1,4})(-?\d[\w/-]*)(?:, | and | or )(?=\1-?\d)/gu;

/** A row of a table, or an entry of a list of codes, is about one thing. */
const IS_ROW = /\t|^\p{Lu}{1,3}-?\d{1,4} \p{Lu}/u;

const partsOf = perText((text): Part[] =>
  (IS_ROW.test(text) ? [text] : text.replace(CODES, "$1$2 + ").split(PARTS)).map((part) =>
    factsOf(part),
  ),
);

/**
 * Whether a part of a claim joins a code to a figure or to another code that the cited passages join
 * to another code of the same family: "EEV2 has 500 steps" of "EEV1 has 500 steps, EEV2 has 480".
 */
export function wrongPair(text: string, cited: readonly PassageFacts[]): string | null {
  // Codes belong together across a claim's parts, figures do not.
  const { codes, quantities, rest } = factsOf(text);
  const terms = tellingWords(rest);
  const parts = partsOf(text);
  // "On a C30, one cubic foot takes 32 seconds": the only figure of its kind belongs to the only code.
  const isOnlyFigure = ({ unit }: Quantity) =>
    parts.filter(({ quantities: own }) =>
      own.some((each) => !each.isLoose && each.unit?.dimension === unit?.dimension),
    ).length === 1;
  const whole = { codes, quantities: codes.length === 1 ? quantities.filter(isOnlyFigure) : [] };
  for (const part of [whole, ...parts]) {
    for (const code of part.codes) {
      if (!isOnly(code, part)) continue;
      const partners = [
        ...part.quantities.filter(({ isLoose }) => !isLoose).map(figurePartner),
        ...part.codes
          .filter((other) => other.family !== code.family && isOnly(other, part))
          .map(codePartner),
      ];
      if (partners.some((partner) => isOfOther(partner, code, terms, cited))) {
        return `the cited passage says this of another than ${code.code}`;
      }
    }
  }
  return null;
}

/** Whether a code is the only one of its family in a part. */
function isOnly(code: Code, { codes }: Part): boolean {
  return !codes.some((other) => other !== code && other.family === code.family);
}

function figurePartner(figure: Quantity): Partner {
  const ofUnit = ({ quantities }: Part) =>
    quantities.filter(({ unit }) => unit?.dimension === figure.unit?.dimension);
  return {
    isIn: (part) => ofUnit(part).some((each) => isSame(each, figure)),
    hasRival: (part) => ofUnit(part).some((each) => !isSame(each, figure)),
  };
}

function codePartner(code: Code): Partner {
  return {
    isIn: ({ codes }) => codes.some((each) => isRelated(each, code)),
    hasRival: ({ codes }) =>
      codes.some((each) => each.family === code.family && !isRelated(each, code)),
  };
}

/** Whether a partner stands with other codes of this one's family only, and this one has another partner beside it. */
function isOfOther(
  { isIn, hasRival }: Partner,
  code: Code,
  terms: readonly string[],
  cited: readonly PassageFacts[],
): boolean {
  let isOther = false;
  for (const { text, terms: words, head, allCodes } of cited.flatMap(({ windows }) => windows)) {
    const parts = partsOf(text);
    const marked = parts.filter(isIn);
    if (marked.length === 0) continue;
    // All parts of a sentence that names one code are about that.
    const named = allCodes.filter(({ family }) => family === code.family);
    const [only] = named;
    const isAll = head === "" && only !== undefined && named.every((each) => isRelated(each, only));
    const isAboutOther = marked.every((part) => {
      const own = part.codes.filter(({ family }) => family === code.family);
      const about = own.length > 0 || !isAll ? own : named;
      return about.length > 0 && !about.some((each) => isRelated(each, code));
    });
    if (!isAboutOther) return false;
    isOther ||=
      IS_ROW.test(text) ||
      (isAll && shareOf(terms, words) >= LEAST_SHARE) ||
      parts.some((part) => part.codes.some((each) => isRelated(each, code)) && hasRival(part));
  }
  return isOther;
}
