// Measures what is read from generated PDFs whose text is known: the order of lines, cells in their
// rows, headings, divided words, headers and footers. `npm run bench:reading` prints it for ten seeds.
import process from "node:process";
import { expect, it } from "vitest";
import type { TextBlock } from "#knowledge/extraction/document-text.ts";
import { readPdf } from "#knowledge/extraction/pdf/read.ts";
import { LAYOUTS, RUNNING_WORDS } from "./layouts.ts";
import { Paper, type Truth } from "./paper.ts";

const SEEDS = Number(process.env.READING_SEEDS ?? 1);

/** The least share that is right, of all layouts together. */
const LEAST = {
  /** Pairs of following lines that are read one after the other, with no other line between them. */
  order: 0.99,
  /** Cells that are in the block of their row, and in no row they do not belong to. */
  cells: 0.95,
  /** Headings that are found, of those that were read as headings, and of those that were written. */
  precision: 0.9,
  recall: 0.9,
  /** Divided words that are whole again. */
  divided: 0.85,
  /** Headers and footers that are left out. */
  running: 0.95,
};
type Figure = keyof typeof LEAST;
const FIGURES = Object.keys(LEAST) as Figure[];
/** Whether each that was counted is right. */
type Reading = Record<Figure, boolean[]>;

it("reads generated PDFs in order, with their rows, headings and divided words", async () => {
  const all = new Map<string, Reading[]>();
  for (const [name, write] of Object.entries(LAYOUTS)) {
    const readings: Reading[] = [];
    for (let seed = 101; seed <= 100 + SEEDS; seed += 1) {
      const paper = await Paper.open(seed);
      const words = RUNNING_WORDS[name] ?? [3, 2];
      const [header = "", footer = ""] = words.map((count) => paper.writer.phrase(count));
      for (let page = 0; page < 3; page += 1) {
        paper.page(header, footer);
        write(paper, page);
      }
      const { bytes, truth } = await paper.close();
      readings.push(readingOf((await readPdf(bytes, {})).blocks, truth));
    }
    all.set(name, readings);
  }
  all.set("all", [...all.values()].flat());
  const rows = [...all].map(([name, readings]) => [name, sharesOf(readings)]);
  if (SEEDS > 1) console.table(Object.fromEntries(rows));
  for (const figure of FIGURES) {
    const share = sharesOf(all.get("all") ?? [])[figure];
    expect(share, figure).toBeGreaterThanOrEqual(LEAST[figure]);
  }
});

function readingOf(blocks: readonly TextBlock[], truth: Truth): Reading {
  const text = blocks.map((block) => block.text).join("\n");
  const lower = text.toLowerCase();
  const places = truth.order.map((word) => lower.indexOf(word.toLowerCase()));
  const sorted = [...places].sort((a, b) => a - b);
  const after = new Map(sorted.slice(1).map((place, at) => [sorted[at], place]));
  const found = blocks.filter(({ kind }) => kind === "heading").map((block) => block.text);
  return {
    order: places.slice(1).map((place, at) => {
      const before = places[at] ?? -1;
      return before !== -1 && after.get(before) === place;
    }),
    cells: truth.rows.flatMap((row) => cellsRight(blocks, row, truth)),
    precision: found.map((heading) => truth.headings.includes(heading)),
    recall: truth.headings.map((heading) => found.includes(heading)),
    divided: truth.divided.map((word) => text.includes(word)),
    running: truth.running.map((each) => !text.includes(each)),
  };
}

/** Whether each cell of a row is in the block of its first word. */
function cellsRight(blocks: readonly TextBlock[], row: string[][], { rows }: Truth): boolean[] {
  const isMerged = ([first]: readonly string[]) =>
    rows.filter((each) => each.some((cell) => cell[0] === first)).length > 1;
  // The last cell is never a merged one.
  const key = row.findLast((words) => words.length > 0 && !isMerged(words))?.[0] ?? "";
  const block = blocks.find(({ text }) => text.toLowerCase().includes(key.toLowerCase()));
  const cells = block?.text.toLowerCase().split("\t") ?? [];
  const own = new Set(row.flat());
  const others = rows.filter((each) => each !== row).flat(2);
  const isAlone = !others.some((word) => !own.has(word) && block?.text.includes(word) === true);
  return row.map(
    (words) =>
      isAlone && cells.some((cell) => words.every((word) => cell.includes(word.toLowerCase()))),
  );
}

function sharesOf(readings: readonly Reading[]): Record<Figure, number> {
  const shares = FIGURES.map((figure) => {
    const all = readings.flatMap((reading) => reading[figure]);
    const share = all.length === 0 ? 1 : all.filter((right) => right).length / all.length;
    return [figure, Math.floor(1000 * share) / 1000];
  });
  return Object.fromEntries(shares);
}
