import { expect, it } from "vitest";
import { readPdf } from "#knowledge/extraction/pdf/read.ts";
import { readingFigures, shareOf, sumOfReading } from "./figures.ts";
import { HELD_OUT } from "./layouts/held-out.ts";
import { LETTERED } from "./layouts/lettered.ts";
import { REFERENCE } from "./layouts/reference.ts";
import { type Layout, TUNED } from "./layouts/tuned.ts";
import { Paper } from "./paper.ts";
import { Writer } from "./writer.ts";

async function figuresOf(layouts: readonly Layout[], seeds: readonly number[]) {
  const figures = [];
  for (const layout of layouts) {
    for (const seed of seeds) {
      const paper = await Paper.open(new Writer(seed));
      layout(paper);
      const { bytes, truth } = await paper.close();
      figures.push(readingFigures((await readPdf(bytes, {})).blocks, truth));
    }
  }
  return sumOfReading(figures);
}

it("reads generated PDFs in order, with their rows, headings and divided words", async () => {
  const figures = await figuresOf(Object.values(TUNED), [1, 5]);
  expect(shareOf(figures.order)).toBeGreaterThanOrEqual(0.99);
  expect(shareOf(figures.cells)).toBeGreaterThanOrEqual(0.95);
  expect(shareOf(figures.precision)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.recall)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.divided)).toBeGreaterThanOrEqual(0.85);
  expect(shareOf(figures.running)).toBeGreaterThanOrEqual(0.95);
});

it("tells headings with letters from lists, labels and terms that look like them", async () => {
  const figures = await figuresOf(Object.values(LETTERED), [1, 5]);
  expect(shareOf(figures.order)).toBeGreaterThanOrEqual(0.99);
  expect(shareOf(figures.precision)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.recall)).toBeGreaterThanOrEqual(0.9);
});

it("reads contents, indexes, headers of sections and listings as reference manuals have them", async () => {
  const figures = await figuresOf(Object.values(REFERENCE), [1, 5]);
  expect(shareOf(figures.order)).toBeGreaterThanOrEqual(0.99);
  expect(shareOf(figures.cells)).toBeGreaterThanOrEqual(0.95);
  expect(shareOf(figures.precision)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.recall)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.running)).toBeGreaterThanOrEqual(0.95);
});

it("reads layouts that the reader was not written for", async () => {
  const figures = await figuresOf(Object.values(HELD_OUT), [4]);
  expect(shareOf(figures.order)).toBeGreaterThanOrEqual(0.99);
  expect(shareOf(figures.cells)).toBeGreaterThanOrEqual(0.95);
  expect(shareOf(figures.precision)).toBeGreaterThanOrEqual(0.9);
  expect(shareOf(figures.recall)).toBeGreaterThanOrEqual(0.9);
});
