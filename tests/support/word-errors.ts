/**
 * The word error rate: how many words were added, left out or replaced, as a part of those that were
 * said. Case, punctuation and the spelling of numbers do not count.
 */
export function wordErrorRate(said: string, heard: string): number {
  return wordErrors(said, heard) / wordsIn(said).length;
}

/** How many words were added, left out or replaced. */
function wordErrors(said: string, heard: string): number {
  return editDistance(wordsIn(said), wordsIn(heard));
}

/** The words of a text, in lower case; a number is spoken as words, a long one digit by digit. */
function wordsIn(text: string): string[] {
  const parts = text.toLowerCase().match(/[a-z]+(?:'[a-z]+)*|\d+/g) ?? [];
  return parts.flatMap((part) => (/^\d/.test(part) ? spoken(part) : [part]));
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

function spoken(digits: string): string[] {
  const value = Number(digits);
  if (digits.length > 2 || digits.startsWith("0")) return [...digits].map((d) => small(Number(d)));
  if (value < 20) return [small(value)];
  const tens = TENS[Math.floor(value / 10) - 2] ?? "";
  return value % 10 === 0 ? [tens] : [tens, small(value % 10)];
}

function small(value: number): string {
  return SMALL[value] ?? "";
}

function editDistance(from: readonly string[], to: readonly string[]): number {
  let previous = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [row, word] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const replaced = (previous[column] ?? 0) + (word === other ? 0 : 1);
      const added = (current[column] ?? 0) + 1;
      const leftOut = (previous[column + 1] ?? 0) + 1;
      current.push(Math.min(replaced, added, leftOut));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
