import { UNIT, unitIn } from "./units.ts";

const TOKEN = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-.:_+][\p{L}\p{N}]+)*/gu;
const HAS_BOTH = /\p{L}.*\p{N}|\p{N}.*\p{L}/u;
/** "24VDC", "12-V-Akku", "3-phase", "2nd": a number with what it counts. */
const NUMBERED = new RegExp(
  `^\\d[\\d.,/-]*(?:[-/]?${UNIT})?(?:st|nd|rd|th|[eè]?r?e?|[eè]me|[oa]s?|x)(?:-\\p{L}{2,})*$`,
  "iu",
);
/** "M6-Schrauben": what is beside the code. */
const AFTER_CODE = /(?:-\p{L}\p{Ll}{2,})+$/u;
/** With small letters alone it is a code only if it is short: "d3", "dL5"; not "pre-1981". */
const IS_CODE = /\p{Lu}|^\p{L}{1,2}-?\d/u;
/** "HM 46", "SW 10-A" */
const APART = new RegExp(
  `(?<![\\p{L}\\p{N}])\\p{Lu}{2,4} \\d{1,5}(?:[-/]\\p{Lu}{1,2})?(?![\\p{L}\\p{N}]|[.,]\\d|[ -]?${UNIT})`,
  "gu",
);
/** "70 402 11", "9.4471.0", "3-1-4", "51 0540"; not "12 000 000" */
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?!\\d{1,3}(?:([ .,])\\d{3})(?:\\1\\d{3})*(?![ .,]?\\d))(?:\\d{1,6}(?:([ .-])\\d{1,6})(?:\\2\\d{1,6}){1,4}|\\d\\d \\d{4,6})(?![\\p{L}\\p{N}]|[.,-]\\d|[ -]?${UNIT})`,
  "giu",
);

/** In characters; what is longer is no code. */
const LONGEST_CODE = 64;
/** How many codes of a question are looked for; a person names one or two. */
const MOST_ASKED = 20;

/** The number of one device, which no manual has: "TJ2131-00412". */
const SERIAL_NUMBER = /\d{5}/;

/** The codes of a text in plain signs: of a device, a part, an error, a terminal, a size. */
export function codesIn(text: string): { codes: string[]; rest: string } {
  const codes: string[] = [];
  const take = (code: string) => {
    codes.push(code);
    return " ".repeat(code.length);
  };
  const rest = text
    .replace(TOKEN, (token) => {
      if (token.length > LONGEST_CODE) return token;
      const code = token.replace(AFTER_CODE, "");
      if (!HAS_BOTH.test(code) || !IS_CODE.test(code)) return token;
      if (NUMBERED.test(token) || unitIn(code) !== null) return token;
      return take(code) + token.slice(code.length);
    })
    .replace(APART, take)
    .replace(SEQUENCE, take);
  return { codes, rest };
}

interface Text {
  text: string;
}

/**
 * A code of an answer stands in a passage that it cites, whatever parts its letters and figures; or
 * it names what the document is about: it stands elsewhere in the document, and the cited passages
 * have no code of its family, or in the question, and no passage of the document has one.
 * @returns the first code that does not; null when all do
 */
export function unknownCode(
  codes: readonly string[],
  cited: readonly Text[],
  document: readonly Text[],
  question: Text,
): string | null {
  const isSubject = (code: string) =>
    (isCodeIn(code, document) && !isFamilyIn(code, cited)) ||
    (isCodeIn(code, [question]) && !isFamilyIn(code, document));
  return codes.find((code) => !isCodeIn(code, cited) && !isSubject(code)) ?? null;
}

/**
 * The code of a question that neither the answer nor a passage has although the passages have others
 * of its family: E-27, where they have E-26 alone. Such an answer is about something else, even if
 * each of its sentences is the passages'.
 */
export function unmentionedCode(
  question: string,
  answer: string,
  given: readonly Text[],
): string | null {
  const known = [{ text: answer }, ...given];
  const { codes } = codesIn(question);
  const other = codes
    .slice(0, MOST_ASKED)
    .find((code) => !SERIAL_NUMBER.test(code) && isFamilyIn(code, given) && !isCodeIn(code, known));
  return other ?? null;
}

/** Whether a text has a code that begins with the same letters. */
function isFamilyIn(code: string, texts: readonly Text[]): boolean {
  const family = /^\p{L}+/u.exec(code)?.[0];
  if (family === undefined) return false;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${family}[ -]?\\p{N}`, "iu");
  return texts.some(({ text }) => pattern.test(text));
}

/** Whether a text has a code, or each code of "F1-F3". */
function isCodeIn(code: string, texts: readonly Text[]): boolean {
  const pattern = patternFor(code);
  if (texts.some(({ text }) => pattern.test(text) || isInRange(code, text))) return true;
  const ends = code.split("-");
  return ends.length > 1 && ends.every((end) => HAS_BOTH.test(end) && isCodeIn(end, texts));
}

/** Whether a text has a range that a code is in: "ERR 1 to 6", "F1-F3". */
function isInRange(code: string, text: string): boolean {
  const [, family, number] = /^(\p{Lu}{1,4})[ -]?(\d{1,5})$/u.exec(code) ?? [];
  if (family === undefined) return false;
  const end = "(\\d{1,5}(?:\\.\\d)?)";
  const range = new RegExp(
    `(?<![\\p{L}\\p{N}])${family}[ -]?${end} ?(?:-|to|bis|a|à) ?(?:${family}[ -]?)?${end}(?!\\p{N}| ?${UNIT})`,
    "gu",
  );
  const isWithin = ([, from, to]: RegExpExecArray) =>
    Number(from) <= Number(number) && Number(number) <= Number(to);
  return [...text.matchAll(range)].some(isWithin);
}

/** "E-04" is found as "E4", and "HX 20" as "HX-20/B"; not in "HX201". */
function patternFor(code: string): RegExp {
  const runs = code.match(/\p{L}+|\p{N}+/gu) ?? [];
  const source = runs.map((run) => run.replace(/^0*(?=\p{N})/u, "0*")).join("[\\s\\-./:_+]{0,2}");
  const before = /^\p{N}/u.test(code) ? "\\p{N}" : "[\\p{L}\\p{N}]";
  const after = /\p{N}$/u.test(code) ? "\\p{N}|\\p{L}{2}" : "[\\p{L}\\p{N}]";
  return new RegExp(`(?<!${before})${source}(?!${after})`, "iu");
}
