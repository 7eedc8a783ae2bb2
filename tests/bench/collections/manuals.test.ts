import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { extract } from "#knowledge/extraction/extract.ts";
import { DEMO_MANUALS } from "#supabase/seed/demo.ts";
import collection from "./manuals.json" with { type: "json" };

const manualsFolder = new URL("../../../supabase/seed/manuals/", import.meta.url);
const quotes = collection.questions.flatMap(({ passages }) => passages);

/**
 * The passage bodies of each manual, by the manual's name, with runs of whitespace as one space.
 */
const bodies = new Map<string, string[]>();

beforeAll(async () => {
  for (const { fileName } of DEMO_MANUALS) {
    const bytes = new Uint8Array(await readFile(new URL(fileName, manualsFolder)));
    const { passages } = await extract(bytes, fileName);
    bodies.set(
      fileName,
      passages.map(({ body }) => singleSpaced(body)),
    );
  }
});

test("every quote occurs once in its manual, whole in one passage, and has 8 to 15 words", () => {
  const wrong = quotes.filter(({ file, contains }) => {
    const words = contains.split(" ").length;
    const places = (bodies.get(file) ?? []).flatMap((body) => body.split(contains).slice(1));
    return words < 8 || words > 15 || places.length !== 1;
  });
  expect(wrong).toEqual([]);
});

test("asks at least 70 different questions, some about each manual, and some about two passages", () => {
  const questions = new Set(collection.questions.map(({ question }) => question));
  expect(questions.size).toBe(collection.questions.length);
  expect(questions.size).toBeGreaterThanOrEqual(70);
  expect(new Set(quotes.map(({ file }) => file))).toEqual(
    new Set(DEMO_MANUALS.map(({ fileName }) => fileName)),
  );
  expect(collection.questions.some(({ passages }) => passages.length > 1)).toBe(true);
});

function singleSpaced(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
