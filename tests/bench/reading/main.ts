// Measures what is read from generated PDFs whose text is known: the order of lines, cells in their
// rows, headings, divided words, headers and footers. `npm run bench:reading`.
import process from "node:process";
import { readPdf } from "../../../src/knowledge/extraction/pdf/read.ts";
import { type ReadingFigures, readingFigures, shareOf, sumOfReading } from "./figures.ts";
import { HELD_OUT } from "./layouts/held-out.ts";
import { LETTERED } from "./layouts/lettered.ts";
import { REFERENCE } from "./layouts/reference.ts";
import { type Layout, TUNED } from "./layouts/tuned.ts";
import { Paper } from "./paper.ts";
import { Writer } from "./writer.ts";

/** The layouts that were tuned on, with these seeds and with others; then those of `held-out.ts`. */
const TUNED_SEEDS = [1, 2, 3, 4, 5, 6];
const OTHER_SEEDS = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110];

await measure("Tuned layouts", TUNED, TUNED_SEEDS);
await measure("Tuned layouts, other seeds", TUNED, OTHER_SEEDS);
await measure("Lettered layouts", LETTERED, TUNED_SEEDS);
await measure("Lettered layouts, other seeds", LETTERED, OTHER_SEEDS);
await measure("Reference manuals", REFERENCE, TUNED_SEEDS);
await measure("Reference manuals, other seeds", REFERENCE, OTHER_SEEDS);
await measure("Held-out layouts", HELD_OUT, OTHER_SEEDS);
process.exit(0);

async function measure(
  title: string,
  layouts: Record<string, Layout>,
  seeds: readonly number[],
): Promise<void> {
  const table: Record<string, Record<string, string>> = {};
  const all: ReadingFigures[] = [];
  for (const [name, layout] of Object.entries(layouts)) {
    const figures: ReadingFigures[] = [];
    for (const seed of seeds) {
      const paper = await Paper.open(new Writer(seed));
      layout(paper);
      const { bytes, truth } = await paper.close();
      figures.push(readingFigures((await readPdf(bytes, {})).blocks, truth));
    }
    all.push(...figures);
    table[name] = inWords(sumOfReading(figures));
  }
  table.all = inWords(sumOfReading(all));
  console.log(`${title}, ${seeds.length} seeds`);
  console.table(table);
}

function inWords(figures: ReadingFigures): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).map(([of, count]) => {
      const [right, all] = count;
      return [of, all === 0 ? "" : `${(100 * shareOf(count)).toFixed(1)} % (${right}/${all})`];
    }),
  );
}
