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
  return text.replace(SIGNS, "").replace(UNSPACED, (run) => ` ${pairsOf(run).join(" ")} `);
}

/** A text with spaces between these letters and the numbers that they touch. */
export function numbersApart(text: string): string {
  return text.replace(BESIDE_DIGIT, " ");
}

function pairsOf(run: string): string[] {
  return Array.from({ length: run.length - 1 }, (_, place) => run.slice(place, place + 2));
}
