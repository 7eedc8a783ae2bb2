/** A spelling that a number or a code of a text shares with its other spellings. */
export interface Spelling {
  text: string;
  weight: number;
}

/**
 * The version of the rules by which terms are made: an index of other rules is built again. A change
 * of the rules changes it.
 */
export const TERMS_VERSION = 4;

/** Longest code taken as one term, in characters. */
const CODE_LIMIT = 64;

/** The weight of a spelling that the text does not have: half of the code as written. */
const JOINED_WEIGHT = 0.5;

/** Not seen, or seen only at the end of a line: soft hyphens, and spaces without a width. */
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
/**
 * More marks on one letter than any language writes (Unicode's stream-safe format has 30). To put them
 * in order takes a time that grows with the square of their number.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;
/** What a compatible form would change into another sign: the degree of "20 ºC". */
const DEGREE = /º/g;
/** Hyphens, a dash between figures, and the sign of a number below zero. */
const HYPHENS = /[\u2010-\u2013\u2043\u2212]/g;
/** Normalised, a fraction is written out: a space before it keeps it apart from a whole number. */
const FRACTION_CHARACTERS = /(?=[½¼¾⅓⅔⅛⅜⅝⅞])/g;

/** "1,200", also with what is glued to it. */
const THOUSANDS =
  /(?<![a-z0-9.,])([1-9][0-9]{0,2}),([0-9]{3})(?:,([0-9]{3}))?((?:\.[0-9]+)?[a-z]*)(?![a-z0-9]|,[0-9])/g;
/** "1.200" and "1 200", in which the rest of Europe parts thousands. */
const OTHER_THOUSANDS =
  /(?<![a-z0-9.,/_-])([1-9][0-9]{0,2})([. ])([0-9]{3})(?:\2([0-9]{3}))?(?![a-z0-9/_-]|[.,][0-9])/g;
const DECIMAL_COMMA = /(?<![a-z0-9.,])([0-9]+),([0-9]+)(?![0-9]|,[0-9])/g;
/** "1 1/2". */
const MIXED_FRACTION = /(?<![a-z0-9./-])([0-9]{1,3}) +([0-9]{1,2}\/[0-9]{1,2})(?![0-9/])/g;
/** Parts joined by the separators of codes: "e-47", "hp-240/b", "2.5". */
const CODE = /(?<![a-z0-9])[a-z0-9]+(?:[-/._][a-z0-9]+)+/g;
/** A fraction of an inch, whose decimal number is short. */
const FRACTION = /^(?:([0-9]{1,3})-)?([0-9]{1,2})\/(2|4|8|16|32|64)([a-z]*)$/;
/** A number and its unit, apart or glued. */
const MEASURE =
  /(?<![a-z0-9./_])([0-9]+-[0-9]+\/[0-9]+|[0-9]+(?:[./][0-9]+)?)[ \n°]{0,2}(k?ohms?|volts?|amps?|watts?|hertz|[kmμ]?[vaw]|[kmg]?hz|[km]?ω|k?va|k?wh|m?ah|[nμpu]f|m?bar|[hkm]?pa|psig?|[cdkmnμu]?m|[mc]?m[23]|[kmμ]?g|lbs?|oz|ft|inch(?:es)?|m?l|gal|gpm|cfm|rpm|btu|hp|dba?|[kn]?n|nm|[cfhkst]|ms|sec|min)((?:\/(?:h|s|min|m[23]?))?)(?![a-z0-9ω])/g;
const UNITS: Readonly<Record<string, string>> = {
  ...{ ohm: "ω", ohms: "ω", kohm: "kω", kohms: "kω", volt: "v", volts: "v", amp: "a", amps: "a" },
  ...{ watt: "w", watts: "w", hertz: "hz", inches: "inch", sec: "s", lbs: "lb" },
};
/** The parts of a code that are written apart: "hp 240 b", "r 32", "error 47". */
const PARTS =
  /(?<![a-z0-9._/-])(error code|error|[a-z]{1,3})([ /-]?)([0-9]{1,6})(?:([ /-]?)([a-z]))?(?![a-z0-9])/g;

/** A text without the marks that stand on a letter beyond the thirtieth. */
export function withoutExcessMarks(text: string): string {
  return text.replace(EXCESS_MARKS, "$1");
}

/** Texts of these signs alone, as most words are, need none of the replacements below: it saves half. */
const PLAIN = /^[ -~\n\t]*$/;

/** A text in which what looks the same is the same: spaces, hyphens, fractions, wide letters. */
export function sameSigns(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutExcessMarks(text.replace(UNSEEN, ""))
    .replace(FRACTION_CHARACTERS, " ")
    .replace(DEGREE, "°")
    .normalize("NFKC")
    .replace(HYPHENS, "-")
    .replaceAll("⁄", "/");
}

/**
 * A text in the letters and signs by which it is searched. The same rules as the server's
 * `private.plain_text`, which gets no text with excess marks.
 */
export function plainText(text: string): string {
  return sameSigns(text).toLowerCase();
}

/**
 * The numbers and codes of a plain text, as often as they occur: codes as written, each number in
 * one spelling, and with half the weight the spelling that joins what is written apart. The same
 * rules as the server's `private.spellings`.
 * @param isStopWord whether a word is no part of a code
 */
export function listSpellings(plain: string, isStopWord: (word: string) => boolean): Spelling[] {
  if (!/[0-9]/.test(plain)) return [];
  const spellings: Spelling[] = [];
  const add = (text: string, weight: number) => {
    if (text.length <= CODE_LIMIT) spellings.push({ text, weight });
  };
  const text = plain
    .replace(THOUSANDS, (_, first, second, third = "", rest) => {
      const joined: string = first + second + third + rest;
      if (!rest.startsWith(".")) add(joined, 1);
      return joined;
    })
    .replace(DECIMAL_COMMA, "$1.$2")
    .replace(MIXED_FRACTION, "$1-$2");

  for (const [, first = "", , second = "", third = ""] of text.matchAll(OTHER_THOUSANDS)) {
    add(first + second + third, JOINED_WEIGHT);
  }
  for (const [code] of text.matchAll(CODE)) {
    if (!/[0-9]/.test(code) || code.length > CODE_LIMIT) continue;
    add(plainNumber(code), 1);
    if (isJoinable(code)) add(code.replace(/[-/_]/g, ""), JOINED_WEIGHT);
  }
  for (const [written, number = "", unit = "", per = ""] of text.matchAll(MEASURE)) {
    const joined = plainNumber(number) + (UNITS[unit] ?? unit) + per.replace("/", "");
    if (joined !== plainNumber(written).replace("/", "")) add(joined, JOINED_WEIGHT);
  }
  for (const [written, letters = "", gap = "", digits = "", , last = ""] of text.matchAll(PARTS)) {
    const isError = letters.startsWith("error");
    if (isStopWord(letters) || !(isError || written.includes(" "))) continue;
    const joined = (isError ? "e" : letters) + digits;
    add(joined + last, JOINED_WEIGHT);
    if (last !== "" && gap === " ") add(joined, JOINED_WEIGHT);
  }
  return spellings;
}

/** A fraction as its decimal number; any other code as it is. */
function plainNumber(code: string): string {
  const [, whole = "0", over = "", under = "", unit = ""] = FRACTION.exec(code) ?? [];
  if (under === "" || Number(over) >= Number(under)) return code;
  return String(Number(whole) + Number(over) / Number(under)) + unit;
}

/** Makes "R32" find "R-32", and "2404471" "240-4471"; a range such as "10-20" is no code. */
function isJoinable(code: string): boolean {
  if (/[a-z]/.test(code)) return /[-/_]/.test(code) && !code.includes(".");
  return /^[0-9]+-[0-9]+$/.test(code) && code.length > 6;
}

/** Han, Hiragana, Katakana and Thai letters, which are written without spaces between words. */
const LETTER =
  "[\\u0e01-\\u0e30\\u0e32\\u0e33\\u0e40-\\u0e46\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc\\u3400-\\u4dbf\\u4e00-\\u9fff]";
const UNSPACED = new RegExp(`${LETTER}{2,}`, "g");
const BESIDE_DIGIT = new RegExp(`(?<=${LETTER})(?=[0-9])|(?<=[0-9])(?=${LETTER})`, "g");

/** Thai signs above and below letters. */
const SIGNS = /[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/g;

/**
 * A text in which scripts without spaces are cut into pairs of neighbouring letters, so that a word
 * inside a sentence is found. `Intl.Segmenter` finds the words themselves, but other ones in each
 * browser, and PostgreSQL has none. The same rules as the server's `private.in_pairs`.
 */
export function inPairs(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(SIGNS, "").replace(UNSPACED, (run) => ` ${characterPairs(run).join(" ")} `);
}

/** A text with spaces between these letters and the numbers that they touch. */
export function numbersApart(text: string): string {
  return text.replace(BESIDE_DIGIT, " ");
}

function characterPairs(run: string): string[] {
  return Array.from({ length: run.length - 1 }, (_, place) => run.slice(place, place + 2));
}
