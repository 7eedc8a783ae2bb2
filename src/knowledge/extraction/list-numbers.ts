import type { TextBlock } from "./document-text.ts";

/** A level of a numbered list. */
export interface ListLevel {
  start: number;
  /** Word's name of a format, like "decimal" or "lowerLetter"; "bullet" for lists without numbers. */
  format: string;
  /** Like "%1.%2.", with the numbers of the levels from 1. */
  text: string;
  /** Whether all its numbers are written as digits. */
  isLegal: boolean;
  /** The lowest level, from 1, that restarts this one; 0: none, undefined: every level above. */
  restart: number | undefined;
}

/**
 * Counts the entries of a document's lists, in their order.
 * @returns a function for the number of a list's next entry, as it is printed, like "2.2" or "b)"; "" for
 *   a bullet, null when the list has no such level. `level` is from 0.
 */
export function countEntries() {
  const lists = new Map<string, (number | undefined)[]>();
  return (list: string, levels: readonly (ListLevel | undefined)[], level: number) => {
    const own = levels[level];
    if (own === undefined) return null;
    const counts = lists.get(list) ?? [];
    lists.set(list, counts);
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    for (let below = level + 1; below < levels.length; below += 1) {
      const restart = levels[below]?.restart;
      if (restart === undefined || (restart > 0 && level < restart)) counts[below] = undefined;
    }
    if (own.format === "bullet") return "";
    return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const part = Number(digit) - 1;
      const format = own.isLegal ? "decimal" : (levels[part]?.format ?? "decimal");
      return (FORMATS.get(format) ?? String)(counts[part] ?? levels[part]?.start ?? 1);
    });
  };
}

/** A heading has at most this many characters: some documents give whole paragraphs a level. */
const LONGEST_HEADING = 200;

/** A paragraph with its automatic number; null: it is in no list. */
export function numberedBlock(text: string, number: string | null, isHeading: boolean): TextBlock {
  const numbered = number === null || number === "" ? text : `${number} ${text}`;
  return isHeading && numbered.length <= LONGEST_HEADING
    ? { text: numbered.replaceAll(/\s+/g, " "), page: null, kind: "heading" }
    : { text: numbered, page: null, kind: number === null ? "paragraph" : "line" };
}

/** Word's formats of numbers; those of other scripts are written as digits. */
const FORMATS = new Map<string, (value: number) => string>([
  ["none", () => ""],
  ["lowerLetter", letters],
  ["upperLetter", (value) => letters(value).toUpperCase()],
  ["lowerRoman", (value) => roman(value).toLowerCase()],
  ["upperRoman", roman],
  ["decimalZero", (value) => String(value).padStart(2, "0")],
  ["ordinal", (value) => `${value}.`],
]);

/** a to z, then aa, bb and so on. */
function letters(value: number): string {
  const letter = String.fromCharCode(97 + ((Math.max(value, 1) - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(Math.max(value, 1) / 26), 10));
}

const ROMAN = Object.entries({
  ...{ M: 1000, CM: 900, D: 500, CD: 400, C: 100, XC: 90, L: 50, XL: 40 },
  ...{ X: 10, IX: 9, V: 5, IV: 4, I: 1 },
});

function roman(value: number): string {
  let rest = Math.min(Math.max(value, 0), 3999);
  let text = "";
  for (const [digits, worth] of ROMAN) {
    text += digits.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
}
