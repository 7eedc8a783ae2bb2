import type { Code } from "./codes.ts";
import type { PassageFacts } from "./passage-facts.ts";
import type { Setting, Verdict } from "./setting.ts";
import { UNIT } from "./units.ts";

/** "One packet KS-1 to 2 gal of water" is no range of codes. */
const UNIT_NEXT = ` ?${UNIT}`;

/** Sizes of pipes: a passage may speak of all from DN 125 on. */
export const SIZES: ReadonlySet<string> = new Set(["DN", "PN"]);

/** A code that the passages do not contain. */
export function wrongCode(
  codes: readonly Code[],
  passages: readonly PassageFacts[],
  setting: Setting,
  allowsAsked: boolean,
): Verdict {
  const wrong = codes.find(
    (code) =>
      !passages.some((passage) => hasCode(passage, code)) &&
      !(
        isAsked(code, setting) &&
        (allowsAsked || SIZES.has(code.family) || isOfSameFile(code, passages, setting))
      ),
  );
  return wrong === undefined ? null : `${wrong.code} is not in the cited passage`;
}

function hasCode(passage: PassageFacts, { code, family, stems }: Code): boolean {
  if (passage.codeNames.has(code)) return true;
  if (family === "*") {
    const number = Number(code.slice(1));
    return (
      [...passage.codeNames].some((name) => name.replace(/^\p{L}{1,2}/u, "") === code.slice(1)) ||
      passage.quantities.some(({ value, unit }) => unit === null && value === number)
    );
  }
  if (family === "/") return passage.quantities.length > 0 && hasSize(passage, code);
  if (isListed(passage, family, code) || isHeaded(passage, family, code)) return true;
  // A passage about the model as a whole serves for its variant, unless it tells variants apart.
  return stems.some(
    (stem) =>
      passage.codeNames.has(stem) && !passage.codes.some((other) => other.stems.includes(stem)),
  );
}

/** "EST 1 and 2", "VM-650 / 850 / 1100", "B11 to B14", "ERR 1 to 6". */
export function isListed({ text }: PassageFacts, family: string, code: string): boolean {
  if (!/^\p{L}+$/u.test(family)) return false;
  const digits = code.slice(family.length);
  const next = "(?:, (?:and |or )?| and | or | ?/ ?)";
  if (new RegExp(`\\b${family}[- ]?\\d+(?:${next}\\d+){0,6}${next}${digits}\\b`).test(text))
    return true;
  const number = Number(digits);
  const range = new RegExp(
    `\\b${family}[- ]?(\\d+(?:\\.\\d+)?) ?(?:to|–|-) ?(?:${family}[- ]?)?(\\d+(?:\\.\\d+)?)\\b(?!${UNIT_NEXT})`,
    "gu",
  );
  return [...text.matchAll(range)].some(
    ([, from, to]) => Number(from) <= number && number <= Number(to),
  );
}

/** The head "LED" above the numbers of its rows. */
function isHeaded({ text, codes, quantities }: PassageFacts, family: string, code: string) {
  const number = Number(code.slice(family.length));
  return (
    /^\p{L}{2,}$/u.test(family) &&
    new RegExp(`\\b${family}\\b`).test(text) &&
    codes.every((each) => each.family !== family) &&
    quantities.some(({ value, unit }) => unit === null && value === number)
  );
}

function hasSize(passage: PassageFacts, size: string): boolean {
  const [first, second] = size.split("/").map(Number);
  const has = (value: number) =>
    passage.quantities.some((said) => Math.abs(said.value - value) < 1e-6);
  if (first === undefined || second === undefined) return false;
  return has(first / second) || (has(first) && has(second));
}

function isAsked({ code }: Code, { question }: Setting): boolean {
  return question.codes.some((asked) => asked.code === code || asked.stems.includes(code));
}

/**
 * Whether a cited passage does not know this family of codes, and another passage of its file has this code: a
 * chapter on pipes need not name the boiler that its manual is about.
 */
function isOfSameFile(code: Code, cited: readonly PassageFacts[], { given }: Setting): boolean {
  return cited.some(
    (passage) =>
      !passage.codes.some(({ family }) => family === code.family) &&
      given.some((other) => other.fileId === passage.fileId && hasCode(other, code)),
  );
}
