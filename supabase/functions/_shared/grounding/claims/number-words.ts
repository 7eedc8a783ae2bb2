/** The signs of fractions. */
export const FRACTIONS: Readonly<Record<string, number>> = {
  "½": 1 / 2,
  "¼": 1 / 4,
  "¾": 3 / 4,
  "⅓": 1 / 3,
  "⅔": 2 / 3,
  "⅛": 1 / 8,
  "⅜": 3 / 8,
  "⅝": 5 / 8,
  "⅞": 7 / 8,
};

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const small = SMALL.split(" ").map((word, value): [string, number] => [word, value]);
const tens = TENS.split(" ").map((word, at): [string, number] => [word, at * 10 + 20]);

/** Numbers in words, up to 99, the longer ones first. */
export const NUMBER_WORDS = new Map([
  ...tens.flatMap(([ten, value]) =>
    small.slice(1, 10).map(([one, more]): [string, number] => [`${ten}-${one}`, value + more]),
  ),
  ...small,
  ...tens,
]);

/** "every second year", "every tenth bolt": of how many one is meant. */
export const INTERVALS = new Map([
  ["other", 2],
  ...["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"].map(
    (word, at): [string, number] => [word, at + 2],
  ),
]);
