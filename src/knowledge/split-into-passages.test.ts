import { PASSAGE_LIMIT } from "@contracts/knowledge.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { TextBlock } from "./extraction/document-text.ts";
import { splitIntoPassages } from "./split-into-passages.ts";

function paragraph(words: number, page: number | null = null, word = "word"): TextBlock {
  const text = Array.from({ length: words }, (_, at) => `${word}${at}`).join(" ");
  return { text: `${text}.`, page, kind: "paragraph" };
}

const heading = (text: string, page: number | null = null): TextBlock => ({
  text,
  page,
  kind: "heading",
});

const wordCounts = (blocks: TextBlock[]) =>
  splitIntoPassages(blocks).map(({ body }) => body.split(/\s+/).length);

const letters = (text: string) => text.replaceAll(/\s+/g, "");

const anyBlock = fc.record({
  text: fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.array(fc.string({ maxLength: 12 }), { maxLength: 500 }).map((words) => words.join(" ")),
    fc.integer({ min: 1, max: 3 * PASSAGE_LIMIT }).map((length) => "é".repeat(length)),
  ),
  pages: fc.integer({ min: 0, max: 1 }),
  kind: fc.constantFrom("heading" as const, "paragraph" as const, "line" as const),
});

const anyDocument = fc.array(anyBlock, { maxLength: 40 }).map((drafts): TextBlock[] => {
  let page = 1;
  return drafts.map(({ text, pages, kind }) => {
    page += pages;
    return { text, page, kind };
  });
});

it("keeps every letter of any document once, in order, and on its page", () => {
  fc.assert(
    fc.property(anyDocument, (blocks) => {
      const passages = splitIntoPassages(blocks);
      const pages = blocks.flatMap(({ text, page }) => [...letters(text)].map(() => page));
      let at = 0;
      expect(letters(passages.map(({ body }) => body).join(""))).toBe(
        letters(blocks.map(({ text }) => text).join("")),
      );
      expect(passages.map(({ chunk_no }) => chunk_no)).toEqual(passages.map((_, at) => at));
      for (const { body, page } of passages) {
        expect(page).toBe(pages[at]);
        at += [...letters(body)].length;
        expect(body.length).toBeLessThanOrEqual(PASSAGE_LIMIT);
        expect(body.trim()).not.toBe("");
      }
    }),
  );
});

it("splits a long text into passages of 120 to 200 words", () => {
  const counts = wordCounts(Array.from({ length: 30 }, () => paragraph(47)));
  expect(counts.length).toBeGreaterThan(6);
  for (const count of counts) {
    expect(count).toBeGreaterThanOrEqual(120);
    expect(count).toBeLessThanOrEqual(200);
  }
});

it("keeps a paragraph that fits, and splits a longer one between sentences", () => {
  const sentences = Array.from({ length: 12 }, (_, at) => `S${at} ${"word ".repeat(38)}end.`);
  const long: TextBlock = { text: sentences.join(" "), page: null, kind: "paragraph" };
  const passages = splitIntoPassages([paragraph(150, null, "first"), long]);
  expect(passages[0]?.body).toContain("first0 first1");
  expect(passages[0]?.body).toContain("first149.");
  for (const { body } of passages.slice(1)) expect(body).toMatch(/^S\d+ .*end\.$/);
});

it("keeps a passage on one page and under one heading", () => {
  const passages = splitIntoPassages([
    heading("Safety", 1),
    paragraph(60, 1),
    heading("Wiring", 1),
    paragraph(70, 1),
    paragraph(80, 2),
  ]);
  expect(passages.map((passage) => [passage.page, passage.heading])).toEqual([
    [1, "Safety"],
    [1, "Wiring"],
    [2, "Wiring"],
  ]);
  expect(passages[1]?.body).toMatch(/^Wiring\n\nword0 /);
});

it("joins a page of few words with the next page", () => {
  const passages = splitIntoPassages([heading("Guide", 1), paragraph(5, 1), paragraph(80, 2)]);
  expect(passages).toHaveLength(1);
  expect(passages[0]).toMatchObject({ page: 1, heading: "Guide" });
});

it("keeps the rows of a table and the entries of a list as lines", () => {
  const rows = ["E-07\tDischarge too hot", "E-12\tFan blocked"];
  const [passage] = splitIntoPassages([
    paragraph(50),
    ...rows.map((text) => ({ text, page: null, kind: "line" as const })),
  ]);
  expect(passage?.body.split("\n").slice(-2)).toEqual(rows);
});

it("repeats a table's caption and head in each passage that begins within the table", () => {
  const head = "Table 3: Fault codes\nCode\tMeaning";
  const rows = Array.from({ length: 60 }, (_, at) => `E-${at}\t${"word ".repeat(8)}end ${at}`);
  const passages = splitIntoPassages([
    { text: "Table 3: Fault codes", page: 1, kind: "paragraph" },
    { text: "Code\tMeaning", page: 1, kind: "line" },
    ...rows.map((text) => ({ text, page: 1, kind: "line" as const, head })),
  ]);
  expect(passages.length).toBeGreaterThan(2);
  for (const { body } of passages) {
    expect(body.match(/Code\tMeaning/g)).toHaveLength(1);
    expect(body.match(/Table 3/g)).toHaveLength(1);
  }
});

it("keeps a caption in the passage of what is below it", () => {
  const caption: TextBlock = { text: "Torque of the terminals", page: null, kind: "paragraph" };
  const passages = splitIntoPassages([paragraph(158), caption, paragraph(159)]);
  expect(passages[1]?.body).toMatch(/^Torque of the terminals\n\nword0/);
});
