import fc from "fast-check";
import { expect, it } from "vitest";
import { rerank } from "./rerank.ts";

const query = ["pump", "valve"].map((text) => ({ text, weight: 1, rarity: 2 }));
const words = (text: string) => text.split(" ");
const ranked = (passages: readonly { score: number; words: string[] }[], meanLength = 5) =>
  rerank(
    passages.map(({ score }) => score),
    (place) => passages[place]?.words ?? [],
    query,
    meanLength,
  );
const places = (passages: readonly { score: number; words: string[] }[]) =>
  ranked(passages).map(({ place }) => place);

it("adds the rarer term's rarity divided by the squared distance, up to five words", () => {
  const gain = (text: string) => ranked([{ score: 5, words: words(text) }])[0];
  // One passage alone is its own feedback: its score grows by two thirds.
  expect(gain("pump valve")?.score).toBeCloseTo(((5 + 2) * 5) / 3);
  expect(gain("valve a pump")?.score).toBeCloseTo(((5 + 2 / 4) * 5) / 3);
  expect(gain("pump a b c d valve")?.score).toBeCloseTo(((5 + 2 / 25) * 5) / 3);
  expect(gain("pump a b c d e valve")?.score).toBeCloseTo((5 * 5) / 3);
  expect(gain("pump pump")?.score).toBeCloseTo((5 * 5) / 3);
});

it("lifts a passage that shares terms with the best ones, but not over the second place", () => {
  const passages = [
    { score: 9, words: words("pump seal ring") },
    { score: 8.9, words: words("pump seal hose") },
    { score: 8.8, words: words("pump paper clip") },
    { score: 8.7, words: words("pump seal ring hose") },
    { score: 8.6, words: words("pump red blue") },
    { score: 8.5, words: words("pump door") },
    { score: 8.4, words: words("pump wall") },
    { score: 8.3, words: words("pump roof") },
  ];
  expect(places(passages).slice(0, 4)).toEqual([0, 1, 3, 2]);
});

it("returns every passage once, with scores that descend and are not lower than before", () => {
  const passage = fc.record({
    score: fc.double({ min: 0.1, max: 50, noNaN: true }),
    words: fc.array(fc.constantFrom("pump", "valve", "fan", "coil"), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(fc.array(passage, { maxLength: 30 }), (pool) => {
      pool.sort((a, b) => b.score - a.score);
      const reranked = ranked(pool);
      expect(new Set(reranked.map(({ place }) => place)).size).toBe(pool.length);
      reranked.forEach(({ place, score }, i) => {
        expect(score).toBeGreaterThanOrEqual(pool[place]?.score ?? 0);
        expect(score - (reranked[i + 1]?.score ?? 0)).toBeGreaterThan(-1e-7);
      });
    }),
  );
});
