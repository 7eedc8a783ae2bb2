import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { expectedSearch } from "#tests/support/expected-search.ts";
import { type Library, openLibrary } from "../world/library.ts";
import type { World } from "../world/world.ts";
import { inBrief, withSixDigits } from "./search-order.ts";

/** Words that are their own stems, each with the share of passages that contain it. */
const shares = Object.entries({
  ...{ bako: 0.9, dumo: 0.75, gilo: 0.6, kavo: 0.5, lemo: 0.4, nuro: 0.3 },
  ...{ pado: 0.2, rizo: 0.1, savu: 0.04, tolu: 0.01, fimo: 0.004 },
});
const FILLER = "wofo";
const FILES = 3;
const PASSAGES = 1000;
const QUESTIONS = 40;
const MOST = 10;

/**
 * Checks that the ranking misses nothing when a question has more index entries than the search
 * reads.
 */
export function checkPruning(world: () => World): void {
  describe("the ranking of many passages", () => {
    const random = seededRandom(7);
    const passage = (): string[] => {
      const terms = shares.flatMap(([word, share]) => {
        if (random() >= share) return [];
        const occurrences = random() < 0.75 ? 1 : 2 + Math.floor(random() * random() * 8);
        return Array.from({ length: occurrences }, () => word);
      });
      // One in twelve passages is short, like the last one of a section.
      const length = random() < 0.08 ? 1 + random() * 40 : 50 + random() * 60;
      while (terms.length < length) terms.push(FILLER);
      return terms;
    };
    const question = (): string[] => {
      const asked = shares.filter(() => random() < 0.5).map(([word]) => word);
      return asked.length > 0 ? asked : ["bako"];
    };

    let library: Library;
    const documents: { file: string; chunkNo: number; terms: string[] }[] = [];
    beforeAll(async () => {
      library = await openLibrary(world());
      for (let number = 0; number < FILES; number++) {
        const passages = Array.from({ length: PASSAGES }, passage);
        const file = await library.add(passages.map((terms) => terms.join(" ")));
        for (const [chunkNo, terms] of passages.entries()) documents.push({ file, chunkNo, terms });
      }
    });
    afterAll(async () => {
      await library.giveBack();
    });

    test("equals the textbook's BM25 ranked again as on a device", async () => {
      const rank = expectedSearch(documents);
      for (let asked = 0; asked < QUESTIONS; asked++) {
        const terms = question();
        const found = await library.ask(terms.join(" "), "ask_agent", MOST);
        expect([terms, inBrief(found)]).toEqual([
          terms,
          rank(terms).slice(0, MOST).map(withSixDigits),
        ]);
      }
    });
  });
}
