import { NUMBER_WORDS } from "./number-words.ts";
import { UNIT_SYMBOL, UNIT_WORD } from "./units.ts";

const UNIT = `(?:${UNIT_WORD}|${UNIT_SYMBOL})(?![\\p{L}\\p{N}])`;

/** No-break spaces, thin ones and apostrophes, which part the thousands of one number. */
const PARTED = /(?<![\p{L}\p{N}.,])([1-9]\d{0,2})((?:[\u00a0\u2009\u202f'’]\d{3})+)(?!\p{N})/gu;
/**
 * A plain space may part two numbers too: it belongs to one number only before a unit or what is counted ("10 000
 * cycles"), and after no name ("type 22").
 */
const PARTED_BY_SPACE = new RegExp(
  `(?<![\\p{L}\\p{N}.,-]|\\p{N} |\\b(?:step|type|size|no\\.?|stage|level|zone|phase|terminal|class) )([1-9]\\d{0,2})((?: \\d{3})+)(?=[.,]\\d|[ -]?${UNIT}| \\p{L}{3,30}s(?!\\p{L}))(?!\\p{N})`,
  "giu",
);
/** All that a cell of a table or an item of a list has: "3 200", "Crown, 1 625: less gas". */
const PARTED_ALONE = /(?<=(?:^|[\t\n|·,]) ?)([1-9]\d{0,2})((?: \d{3})+)(?= ?(?:[\t\n|·:;]|$))/gu;
/** A dash directly before a number, and after none: "from –20 °C"; not "8 –12 K" or "pages 3–4". */
const DASH_AS_MINUS = /(?<![\p{L}\p{N}%°] ?)[–\u2212](?=\d)|(?<![\p{L}\p{N}%°] ?)\u2212 (?=\d)/gu;
/** The same after a word that is no unit: "at –20 °C", not "8 bar –12 bar". */
const DASH_AFTER_WORD =
  /(?<=\p{L}{2} )(?<!\d ?(?!(?:to|and|or) )\p{L}{1,4} )(?:–|\u2212 ?)(?=\d)/gu;

/** The text with numbers as one string of digits, and one sign for minus. */
export function plainNumbers(text: string): string {
  const joined = (_: string, first: string, others: string) =>
    first + others.replace(/[\s'’]/g, "");
  return text
    .replace(PARTED, joined)
    .replace(PARTED_ALONE, joined)
    .replace(PARTED_BY_SPACE, (found, first, others, at: number, all: string) =>
      // "SH 250 250 kg": the first number belongs to a name.
      /(?<!\p{L})\p{Lu}{2,4} $/u.test(all.slice(Math.max(0, at - 6), at))
        ? found
        : joined(found, first, others),
    )
    .replace(DASH_AS_MINUS, "-")
    .replace(DASH_AFTER_WORD, "-");
}

const PARTS: Readonly<Record<string, number>> = {
  half: 0.5,
  quarter: 0.25,
  "three quarters": 0.75,
  "three-quarters": 0.75,
  third: 1 / 3,
};
const PART = "half|three[- ]quarters|quarter|third";
const words = [...NUMBER_WORDS.keys()].join("|");

/** "two and a quarter", "2 and a half" */
const NUMBER_AND_PART = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(${words}|\\d{1,4}) and (?:an? |one )?(${PART})(?![\\p{L}\\p{N}])`,
  "giu",
);
/** "an hour and a quarter", "two hours and a half" */
const UNIT_AND_PART = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:(${words}|an?|\\d{1,4}) )?(${UNIT_WORD}) and an? (${PART})(?! of|[- ]\\p{L}+ of)(?![\\p{L}\\p{N}])`,
  "giu",
);
/** "half a litre", "quarter of an hour", "three quarters of a bar" */
const PART_OF_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}-]|\\bevery |\\bonce a )(?:an? |one )?(${PART})(?: of)? an? (?=${UNIT})`,
  "giu",
);

const SCALES: Readonly<Record<string, number>> = { thousand: 1_000, million: 1_000_000 };
/** "a hundred", "two hundred and fifty"; "one hundred and two hundred" are two numbers. */
const HUNDREDS = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(?:(${words}|a|\\d{1,2})[ -])?hundred(?:(?: and)?[ -](${words}|\\d{1,2})(?![ -](?:hundred|thousand|million)|[\\p{N}.,]))?(?![\\p{L}\\p{N}])`,
  "giu",
);
/** "ten thousand", "2.5 million"; "hundred" is a figure by then: "twelve thousand 500". */
const THOUSANDS = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(${words}|a|\\d{1,4}(?:\\.\\d{1,3})?)[ -](thousand|million)(?: (?:and )?(\\d{3})(?![\\p{N}.,]))?(?![\\p{L}\\p{N}])`,
  "giu",
);
const BARE_THOUSAND = /(?<=\b(?:every|each|per|the first) )(thousand|million)(?!\p{L})/giu;
const DOZENS = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(${words}|a|half a|\\d{1,2}) dozen(?![\\p{L}\\p{N}])`,
  "giu",
);

/** The text with numbers from a hundred on, and dozens, as figures: "250 hours" for "two hundred and fifty hours". */
export function largeNumbers(text: string): string {
  if (!/hundred|thousand|million|dozen/i.test(text)) return text;
  return text
    .replace(HUNDREDS, (_, number = "a", rest = "zero") =>
      figureOf(wholeOf(number) * 100 + wholeOf(rest)),
    )
    .replace(THOUSANDS, (_, number: string, scale: string, rest = "0") =>
      figureOf(wholeOf(number) * scaleOf(scale) + Number(rest)),
    )
    .replace(BARE_THOUSAND, (scale) => figureOf(scaleOf(scale)))
    .replace(DOZENS, (_, number: string) =>
      figureOf((/^half/i.test(number) ? 0.5 : wholeOf(number)) * 12),
    );
}

function scaleOf(word: string): number {
  return SCALES[word.toLowerCase()] ?? 1;
}

const UNDER_HOUR = "(\\d{1,3}) ?(?:minutes?|mins?)";
/** "2 min 30 s", "1 hour and 20 minutes": one amount. */
const MINUTES = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])${UNDER_HOUR},?(?: and)? (\\d{1,2}) ?(?:seconds?|secs?|s)(?![\\p{L}\\p{N}])`,
  "giu",
);
const HOURS = new RegExp(
  `(?<![\\p{L}\\p{N}.,-])(\\d{1,3}) ?(?:hours?|hrs?|h),?(?: and)? ${UNDER_HOUR}(?![\\p{L}\\p{N}])`,
  "giu",
);

/** The text with times of two units in the smaller one. */
export function timesInOneUnit(text: string): string {
  const joined = (unit: string) => (_: string, large: string, small: string) =>
    `${Number(large) * 60 + Number(small)} ${unit}`;
  return text.replace(MINUTES, joined("s")).replace(HOURS, joined("min"));
}

/** "half-metre", "three-quarter inch"; hours have rules of their own (`plainSigns`). */
const PART_BEFORE_UNIT = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:an? |one )?(half|three[- ]quarters?|quarter)[- ](?!hour)(?=(?:${UNIT_WORD})(?![\\p{L}\\p{N}]))`,
  "giu",
);

/** The text with the fractions that are written in words as figures: "1.5 bar" for "one and a half bar". */
export function figuresOfWords(text: string): string {
  if (!/half|quarter|third/i.test(text)) return text;
  return text
    .replace(
      UNIT_AND_PART,
      (_, number: string | undefined, unit: string, part: string) =>
        `${figureOf(wholeOf(number ?? "a") + partOf(part))} ${unit}`,
    )
    .replace(NUMBER_AND_PART, (_, number: string, part: string) =>
      figureOf(wholeOf(number) + partOf(part)),
    )
    .replace(PART_OF_UNIT, (_, part: string) => `${figureOf(partOf(part))} `)
    .replace(PART_BEFORE_UNIT, (_, part: string) => `${figureOf(partOf(part))} `);
}

function wholeOf(number: string): number {
  if (/^an?$/i.test(number)) return 1;
  return NUMBER_WORDS.get(number.toLowerCase()) ?? Number(number);
}

function partOf(part: string): number {
  return PARTS[part.toLowerCase()] ?? (/^three/i.test(part) ? 0.75 : 0);
}

/** Not rounded so far that a third is not found. */
function figureOf(value: number): string {
  return String(Number(value.toFixed(8)));
}
