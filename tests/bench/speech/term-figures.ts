/** A sentence of `tests/fixtures/trade-terms/`. */
export interface Sentence {
  /** How it is said. */
  spoken: string;
  /** How it is written: parts, some of which are terms. */
  parts: readonly { text: string; isTerm: boolean }[];
}

/** Counts of one or more sentences, as they were heard and as they were corrected. */
export interface TermFigures {
  terms: number;
  /** Terms whose letters and digits are in the text, whatever is between them. */
  found: number;
  /** Terms that are in the text as the company writes them. */
  asWritten: number;
  ordinary: number;
  /** Mistakes in ordinary words: wrong, left out, or added beside them. */
  mistakes: number;
}

export function readSentence(line: string): Sentence {
  const parts = line.split(/(\[[^\]]+\])/).filter((part) => part !== "");
  return {
    spoken: line.replace(/\[([^\]|]+)(?:\|([^\]]+))?\]/g, (_, term, said) => said ?? term),
    parts: parts.map((part) => {
      const term = /^\[([^\]|]+)/.exec(part)?.[1];
      return { text: term ?? part, isTerm: term !== undefined };
    }),
  };
}

export function figuresOf({ parts }: Sentence, heard: string): TermFigures {
  const terms = parts.filter(({ isTerm }) => isTerm).map(({ text }) => text);
  const said = parts.flatMap(({ text, isTerm }) => wordsIn(text).map((word) => ({ word, isTerm })));
  return {
    terms: terms.length,
    found: terms.filter((term) => hasLetters(heard, term)).length,
    asWritten: terms.filter((term) => isWritten(heard, term)).length,
    ordinary: said.filter(({ isTerm }) => !isTerm).length,
    mistakes: mistakesIn(said, wordsIn(heard)),
  };
}

export function sumOf(all: readonly TermFigures[]): TermFigures {
  const sum = { terms: 0, found: 0, asWritten: 0, ordinary: 0, mistakes: 0 };
  for (const each of all) {
    for (const key of Object.keys(sum) as (keyof TermFigures)[]) sum[key] += each[key];
  }
  return sum;
}

const wordsIn = (text: string) => text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
const lettersOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

function hasLetters(heard: string, term: string): boolean {
  const words = heard.split(/\s+/).map(lettersOf);
  const wanted = lettersOf(term);
  return words.some((_, from) => {
    let joined = "";
    for (let to = from; to < words.length && joined.length < wanted.length; to += 1) {
      joined += words[to];
    }
    return joined === wanted;
  });
}

function isWritten(heard: string, term: string): boolean {
  const text = ` ${heard.toLowerCase()} `;
  for (let at = text.indexOf(term.toLowerCase()); at !== -1; ) {
    const around = text.charAt(at - 1) + text.charAt(at + term.length);
    if (!/[\p{L}\p{N}-]/u.test(around)) return true;
    at = text.indexOf(term.toLowerCase(), at + 1);
  }
  return false;
}

/** Aligns the words with the fewest changes, and counts those that are not at a term. */
function mistakesIn(
  said: readonly { word: string; isTerm: boolean }[],
  heard: readonly string[],
): number {
  const costs: number[][] = [Array.from({ length: heard.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => costs[row]?.[column] ?? Number.POSITIVE_INFINITY;
  const swap = (row: number, column: number) =>
    at(row - 1, column - 1) + (said[row - 1]?.word === heard[column - 1] ? 0 : 1);
  for (let row = 1; row <= said.length; row += 1) {
    costs.push([row]);
    for (let column = 1; column <= heard.length; column += 1) {
      const cost = Math.min(swap(row, column), at(row - 1, column) + 1, at(row, column - 1) + 1);
      costs[row]?.push(cost);
    }
  }
  const isOrdinary = (row: number) => said[row - 1]?.isTerm === false;
  let mistakes = 0;
  for (let row = said.length, column = heard.length; row > 0 || column > 0; ) {
    if (row > 0 && column > 0 && at(row, column) === swap(row, column)) {
      if (at(row, column) > at(row - 1, column - 1) && isOrdinary(row)) mistakes += 1;
      row -= 1;
      column -= 1;
    } else if (row > 0 && at(row, column) === at(row - 1, column) + 1) {
      if (isOrdinary(row)) mistakes += 1;
      row -= 1;
    } else {
      const besideTerm = said[row - 1]?.isTerm || said[row]?.isTerm;
      if (!besideTerm) mistakes += 1;
      column -= 1;
    }
  }
  return mistakes;
}
