import { expect, it } from "vitest";
import { blocksOfPages } from "./pdf-blocks.ts";
import { linesOf, type PdfLine } from "./pdf-lines.ts";

function line(text: string, y: number, over: Partial<PdfLine> = {}): PdfLine {
  return { text, x: 50, y, right: 350, size: 10, ...over };
}

const body = (page: number) => [
  line(`The line ${"a".repeat(page)} of this page goes on`, 500),
  line("into its second line.", 488, { right: 160 }),
  line(`Another paragraph begins ${"b".repeat(page)}.`, 460),
];

it("blocksOfPages removes headers and footers of most pages, even with page numbers", () => {
  const pages = [1, 2, 3, 4].map((page) => [
    line("Acme Boilers", 800),
    ...body(page),
    line(`Page ${page} of 4`, 30),
  ]);
  const texts = blocksOfPages(pages).map(({ text }) => text);
  expect(texts).toHaveLength(8);
  expect(texts.join()).not.toMatch(/Acme|of 4/);
});

it("blocksOfPages keeps a line that repeats in the middle of pages or on few pages", () => {
  const pages = [1, 2, 3, 4, 5].map((page) => [
    ...(page < 3 ? [line("Draft", 800)] : [line(`Chapter ${"I".repeat(page)}`, 790 - page * 10)]),
    ...body(page),
    line("Switch off first.", 430),
    ...body(page + 10).map((each) => ({ ...each, y: each.y - 120 })),
  ]);
  const texts = blocksOfPages(pages).map(({ text }) => text);
  expect(texts.filter((text) => text === "Draft")).toHaveLength(2);
  expect(texts.filter((text) => text.includes("Switch off first."))).toHaveLength(5);
});

it("blocksOfPages treats larger letters as a heading, even over two lines", () => {
  const blocks = blocksOfPages([
    [
      line("Installation of the", 560, { size: 16 }),
      line("outdoor unit", 542, { size: 16 }),
      ...body(1),
    ],
  ]);
  expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
    ["heading", "Installation of the outdoor unit"],
    ["paragraph", "The line a of this page goes on into its second line."],
    ["paragraph", "Another paragraph begins b."],
  ]);
});

it("linesOf joins runs to lines, with tabs between cells and spaces between words", () => {
  const run = (text: string, x: number, width: number, y = 100) => ({
    text,
    x,
    y,
    width,
    size: 10,
  });
  const lines = linesOf([
    run("E-", 50, 10),
    run("47", 60, 10),
    run("No", 120, 12),
    run("signal", 135, 30),
    run("Next", 50, 20, 86),
  ]);
  expect(lines.map(({ text }) => text)).toEqual(["E-47\tNo signal", "Next"]);
});
