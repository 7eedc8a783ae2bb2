/** A level of a numbered list. */
export interface ListLevel {
  start: number;
  /** Word's name of a format, like "decimal" or "lowerLetter"; "bullet" for lists without numbers. */
  format: string;
  /** Like "%1.%2.", with the numbers of the levels from 1. */
  text: string;
  /** Whether all its numbers are written as digits. */
  isLegal: boolean;
  /**
   * The lowest level, from 1, whose next entry lets this one begin again; 0: none does. Undefined:
   * every level above it.
   */
  restart: number | undefined;
}

/** Counts the entries of a document's lists, in their order. */
export class ListNumbers {
  readonly #counts = new Map<string, (number | undefined)[]>();

  /**
   * The number of a list's next entry, as it is printed, like "2.2" or "b)"; "" for a bullet.
   * @param level from 0
   * @returns null when the list has no such level
   */
  next(list: string, levels: readonly (ListLevel | undefined)[], level: number): string | null {
    const own = levels[level];
    if (own === undefined) return null;
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    counts[level] = (counts[level] ?? own.start - 1) + 1;
    for (let below = level + 1; below < levels.length; below += 1) {
      const restart = levels[below]?.restart;
      if (restart === undefined || (restart > 0 && level < restart)) counts[below] = undefined;
    }
    if (own.format === "bullet") return "";
    return own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
      const part = Number(digit) - 1;
      const format = own.isLegal ? "decimal" : (levels[part]?.format ?? "decimal");
      return formatted(counts[part] ?? levels[part]?.start ?? 1, format);
    });
  }
}

/** A counted number in one of Word's formats; formats of other scripts are written as digits. */
function formatted(value: number, format: string): string {
  switch (format) {
    case "none":
      return "";
    case "lowerLetter":
      return letters(value);
    case "upperLetter":
      return letters(value).toUpperCase();
    case "lowerRoman":
      return roman(value).toLowerCase();
    case "upperRoman":
      return roman(value);
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "ordinal":
      return `${value}.`;
    default:
      return String(value);
  }
}

/** a to z, then aa, bb and so on. */
function letters(value: number): string {
  const letter = String.fromCharCode(97 + ((Math.max(value, 1) - 1) % 26));
  return letter.repeat(Math.min(Math.ceil(Math.max(value, 1) / 26), 10));
}

const ROMAN: readonly [number, string][] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(value: number): string {
  let rest = Math.min(Math.max(value, 0), 3999);
  let text = "";
  for (const [worth, digits] of ROMAN) {
    text += digits.repeat(Math.floor(rest / worth));
    rest %= worth;
  }
  return text;
}
