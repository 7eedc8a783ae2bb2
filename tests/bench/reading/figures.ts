import type { TextBlock } from "../../../src/knowledge/extraction/document-text.ts";
import type { Truth } from "./paper.ts";

/** What was counted: how many are right, of how many. */
export type Count = readonly [right: number, of: number];

export interface ReadingFigures {
  /** Pairs of following lines that are read one after the other, with no other line between them. */
  order: Count;
  /** Cells that are in the block of their row, and in no row they do not belong to. */
  cells: Count;
  /** Headings that are found, of those that were read as headings. */
  precision: Count;
  /** Headings that are found, of those that were written. */
  recall: Count;
  /** Divided words that are whole again. */
  divided: Count;
  /** Headers and footers that are left out. */
  running: Count;
}

export function readingFigures(blocks: readonly TextBlock[], truth: Truth): ReadingFigures {
  const text = blocks.map((block) => block.text).join("\n");
  const lower = text.toLowerCase();
  const places = truth.order.map((word) => lower.indexOf(word.toLowerCase()));
  const sorted = [...places].sort((a, b) => a - b);
  const after = new Map(sorted.slice(1).map((place, at) => [sorted[at], place]));
  const pairs = places.slice(1).map((place, at): boolean => {
    const before = places[at] ?? -1;
    return before !== -1 && after.get(before) === place;
  });
  const found = blocks.filter(({ kind }) => kind === "heading").map((block) => block.text);
  const written = new Set(truth.headings);
  const right = found.filter((each) => written.has(each)).length;
  return {
    order: counted(pairs),
    cells: counted(truth.rows.flatMap((row) => cellsRight(blocks, row, truth))),
    precision: [right, found.length],
    recall: [right, truth.headings.length],
    divided: counted(truth.divided.map((word) => text.includes(word))),
    running: counted(truth.running.map((each) => !text.includes(each))),
  };
}

/** Whether each cell of a row is in the block of its first word. */
function cellsRight(
  blocks: readonly TextBlock[],
  row: readonly (readonly string[])[],
  truth: Truth,
): boolean[] {
  // The last cell is never a merged one.
  const key = row.findLast((words) => words.length > 0 && !isMerged(words, truth))?.[0] ?? "";
  const block = blocks.find(({ text }) => text.toLowerCase().includes(key.toLowerCase()));
  const cells = block?.text.toLowerCase().split("\t") ?? [];
  const others = truth.rows.filter((each) => each !== row).flat(2);
  const own = new Set(row.flat());
  const isAlone = !others.some((word) => !own.has(word) && block?.text.includes(word) === true);
  return row.map(
    (words) =>
      isAlone && cells.some((cell) => words.every((word) => cell.includes(word.toLowerCase()))),
  );
}

function isMerged(words: readonly string[], { rows }: Truth): boolean {
  return rows.filter((row) => row.some((cell) => cell[0] === words[0])).length > 1;
}

function counted(values: readonly boolean[]): Count {
  return [values.filter((value) => value).length, values.length];
}

export function sumOfReading(all: readonly ReadingFigures[]): ReadingFigures {
  const sum = (of: keyof ReadingFigures): Count =>
    all.reduce<Count>(([right, count], each) => [right + each[of][0], count + each[of][1]], [0, 0]);
  return {
    order: sum("order"),
    cells: sum("cells"),
    precision: sum("precision"),
    recall: sum("recall"),
    divided: sum("divided"),
    running: sum("running"),
  };
}

/** 1 if there was nothing to count. */
export function shareOf([right, count]: Count): number {
  return count === 0 ? 1 : right / count;
}
