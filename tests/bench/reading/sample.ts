// Draws places of a manual to be checked by eye, beside its printed pages: two lines that are read one
// after the other, cells of tables, headings. `npm run bench:reading-sample -- manual.pdf [seed]`
import { readFile } from "node:fs/promises";
import process from "node:process";
import type { TextBlock } from "../../../src/knowledge/extraction/document-text.ts";
import { readPdf } from "../../../src/knowledge/extraction/pdf/read.ts";
import { seededRandom } from "../seeded-random.ts";

/** Pages are drawn until they hold as many places of each sort. */
const PLACES = 50;
/** The letters before and after a place: together more than a line, so that they go over its end. */
const BESIDE = 55;

interface Place {
  page: number;
  says: string;
}

const [path, seed = "1"] = process.argv.slice(2);
if (path === undefined) throw new Error("Give the path of a PDF, and a seed.");
const { blocks } = await readPdf(new Uint8Array(await readFile(path)), {});
const random = seededRandom(Number(seed));
const pages = shuffled([...new Set(blocks.map(({ page }) => page ?? 0))]);
show("Lines: do these words follow each other on the page?", linesOf);
show("Cells: is this cell in its row, below its head?", cellsOf);
show("Headings: is each one? Which on these pages are missing?", headingsOf);
process.exit(0);

/** Prints places of the first drawn pages that have enough of them. */
function show(title: string, placesOf: (page: readonly TextBlock[]) => Place[]): void {
  const found: Place[] = [];
  const read: number[] = [];
  for (const page of pages) {
    if (found.length >= PLACES) break;
    found.push(...placesOf(blocks.filter((block) => block.page === page)));
    read.push(page);
  }
  const drawn = found.slice(0, PLACES).sort((a, b) => a.page - b.page);
  console.log(`\n${title}\nPages ${read.sort((a, b) => a - b).join(", ")}`);
  for (const [at, { page, says }] of drawn.entries()) console.log(`${at + 1}. p. ${page}: ${says}`);
}

/** Two places of a page. */
function linesOf(page: readonly TextBlock[]): Place[] {
  const text = page.map((block) => block.text).join(" ¶ ");
  return [0, 1].flatMap(() => {
    const at = Math.floor(random() * text.length);
    const says = text.slice(Math.max(0, at - BESIDE), at + BESIDE).replaceAll("\t", " | ");
    return says.length > BESIDE ? [{ page: page[0]?.page ?? 0, says }] : [];
  });
}

/** Up to four cells of a page's tables, each with its row and the head of its table. */
function cellsOf(page: readonly TextBlock[]): Place[] {
  const cells = page
    .filter(({ text }) => text.includes("\t"))
    .flatMap((row) => row.text.split("\t").map((cell) => ({ cell, row })))
    .filter(({ cell }) => cell !== "");
  return shuffled(cells)
    .slice(0, 4)
    .map(({ cell, row: { text, head, page: number } }) => {
      const row = `${text.replaceAll("\t", " | ")}${head ? ` ← ${head.replaceAll("\t", " | ")}` : ""}`;
      return { page: number ?? 0, says: `[${cell}] in ${row}` };
    });
}

function headingsOf(page: readonly TextBlock[]): Place[] {
  return page
    .filter(({ kind }) => kind === "heading")
    .map(({ text, page: number }) => ({ page: number ?? 0, says: text }));
}

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}
