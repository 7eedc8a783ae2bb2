import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { extract } from "#knowledge/extraction/extract.ts";
import { DEMO_MANUALS } from "#supabase/seed/demo.ts";
import collection from "./manuals.json" with { type: "json" };

const manualsFolder = new URL("../../../supabase/seed/manuals/", import.meta.url);
const quotes = collection.questions.flatMap(({ passages }) => passages);

/** The bodies of a manual's passages, by its name, with single spaces. */
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

test("every quote is in its manual once, whole in one passage, and 8 to 15 words long", () => {
  const wrong = quotes.filter(({ file, contains }) => {
    const words = contains.split(" ").length;
    const places = (bodies.get(file) ?? []).flatMap((body) => body.split(contains).slice(1));
    return words < 8 || words > 15 || places.length !== 1;
  });
  expect(wrong).toEqual([]);
});

test("asks at least 70 different questions, of every manual, and some of two passages", () => {
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
