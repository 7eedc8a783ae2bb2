/** "1.200", "12.000,5": points part thousands, and a comma the decimals. */
const THOUSANDS =
  /(?<![\p{L}\p{N}.,])([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?(?![\p{L}\p{N}]|[.,]\d)/gu;
const DECIMALS = /(?<![\p{L}\p{N}.,])(\d+),(\d+)(?![.,]?\d)/gu;

/** "10 000 cycles": a space parts thousands before a word or a unit, and in a cell; not in a row of numbers. */
const SPACED =
  /(?<![\p{L}\p{N}.,/-]|\p{N} )([1-9]\d{0,2})((?: \d{3})+)(?=,\d| ?[\p{L}%)]|(?<=(?:^|\t)[\d ]+)(?:\t|$))(?!\p{N})/gmu;

/** A text in another language with its numbers as English writes them. */
export function englishNumbers(text: string): string {
  return text
    .replace(SPACED, (_, first: string, others: string) => first + others.replaceAll(" ", ""))
    .replace(
      THOUSANDS,
      (_, whole: string, decimals: string | undefined) =>
        whole.replaceAll(".", "") + (decimals === undefined ? "" : `.${decimals}`),
    )
    .replace(DECIMALS, "$1.$2");
}

/** The numbers of texts in another language that English would write in another way: "0,05", "2.000". */
export function foreignNumbers(texts: readonly string[]): Set<string> {
  const written = [THOUSANDS, DECIMALS].flatMap((pattern) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([number]) => number)),
  );
  return new Set(written);
}

const ANY_NUMBER = /(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)+(?![\p{L}\p{N}]|[.,]\d)/gu;

/** An English text with the numbers that it has copied from texts in another language. */
export function withNumbersRead(text: string, copied: ReadonlySet<string>): string {
  return text.replace(ANY_NUMBER, (number) =>
    copied.has(number) ? englishNumbers(number) : number,
  );
}
