import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "@contracts/knowledge.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openCorpus } from "#knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "#knowledge/search/passage-index.ts";
import { rankPassages } from "#knowledge/search/rank-passages.ts";
import { rerank } from "#knowledge/search/rerank.ts";
import { wordsInOrder } from "#knowledge/search/terms.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { seed } from "#tests/security/seed.ts";
import { expectedSearch } from "#tests/support/expected-search.ts";
import { openLibrary, useLibrary } from "../world/library.ts";
import type { Row } from "../world/rest.ts";
import type { World } from "../world/world.ts";

interface Text {
  heading: string | null;
  body: string;
}

/** A passage in a search's answer; two answers are the same when these are equal. */
interface InBrief {
  file: string;
  chunkNo: number;
  score: string;
}

function withSixDigits(found: { file: string; chunkNo: number; score: number }): InBrief {
  const { file, chunkNo, score } = found;
  return { file, chunkNo, score: score.toFixed(6) };
}

function inBrief(rows: readonly Row[]): InBrief[] {
  return rows.map(({ file_id, chunk_no, score }) =>
    withSixDigits({ file: String(file_id), chunkNo: Number(chunk_no), score: Number(score) }),
  );
}

const ORDER = { collections: 4, files: 5, passages: 30, questions: 25, most: 30 };

const VOCABULARY =
  `pump pumps valve valves pressure sensor fault E-47 E-48 HP-240/B hp240b R-32 R32 2.5 bar
the of and is compressor compressing relay 24 board filter filters cleaning clean remove cover screw
und Pumpen Störungen gewechselt Drücke bombas válvulas limpieza de pompes vannes nettoyées sur 空气过滤器`.split(
    /\s+/,
  );

/** Words that are their own stems, each with the share of passages that contain it. */
const shares = Object.entries({
  ...{ bako: 0.9, dumo: 0.75, gilo: 0.6, kavo: 0.5, lemo: 0.4, nuro: 0.3 },
  ...{ pado: 0.2, rizo: 0.1, savu: 0.04, tolu: 0.01, fimo: 0.004 },
});
const FILLER = "wofo";
const MANY = { files: 3, passages: 1000, questions: 40, most: 10 };

/**
 * Checks the order of what is found: on the server that of the textbook and of a device, also when a
 * question has more index entries than the search reads.
 */
export function checkRanking(world: () => World): void {
  describe("the ranking", () => {
    // Words that are their own stems and no stop words.
    const words = ["bako", "dumo", "gilo", "kavo", "lemo", "nuro", "pado", "rizo", "savu", "tolu"];
    const passages = (least: number) =>
      fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }), {
        minLength: least,
        maxLength: 12,
      });
    const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });

    test("equals the textbook's BM25 ranked again as on a device, also after files were added and deleted", {
      timeout: 120_000,
    }, async () => {
      const property = fc.asyncProperty(
        fc.array(passages(1), { minLength: 1, maxLength: 3 }),
        passages(1),
        fc.array(query, { minLength: 1, maxLength: 4 }),
        async (kept, dropped, queries) => {
          const library = await openLibrary(world());
          try {
            const text = (terms: readonly string[]) => terms.join(" ");
            const files: string[] = [];
            for (const file of kept.slice(1)) files.push(await library.add(file.map(text)));
            const [last = []] = kept;
            const [gone, added] = await Promise.all([
              library.add(dropped.map(text)),
              library.add(last.map(text)),
            ]);
            await world().asServer("DELETE", `knowledge_base?id=eq.${gone}`);
            files.push(added);
            const documents = [...kept.slice(1), last].flatMap((terms, i) =>
              terms.map((words, chunkNo) => ({ file: files[i] ?? "", chunkNo, terms: words })),
            );
            const rank = expectedSearch(documents);
            for (const terms of queries) {
              const found = await library.ask(text(terms));
              expect(inBrief(found)).toEqual(rank(terms).map(withSixDigits));
            }
          } finally {
            await library.giveBack();
          }
        },
      );
      await fc.assert(property, { seed, numRuns: 12 });
    });

    test("stays right when many files are written at once", async () => {
      const library = await openLibrary(world());
      const files = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          library.add([`bako dumo${i % 2}`, "dumo", "gilo bako"]),
        ),
      );
      await Promise.all(
        files.slice(0, 4).map((id) => world().asServer("DELETE", `knowledge_base?id=eq.${id}`)),
      );
      const rank = expectedSearch(
        files.slice(4).flatMap((file, i) =>
          [["bako", `dumo${i % 2}`], ["dumo"], ["gilo", "bako"]].map((terms, chunkNo) => {
            return { file, chunkNo, terms };
          }),
        ),
      );
      expect(inBrief(await library.ask("gilo"))).toEqual(rank(["gilo"]).map(withSixDigits));
      await library.giveBack();
    });
  });

  describe("the ranking of many passages", () => {
    const random = seededRandom(seed);
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

    const library = useLibrary(world);
    const documents: { file: string; chunkNo: number; terms: string[] }[] = [];
    beforeAll(async () => {
      for (let number = 0; number < MANY.files; number++) {
        const passages = Array.from({ length: MANY.passages }, passage);
        const file = await library().add(passages.map((terms) => terms.join(" ")));
        for (const [chunkNo, terms] of passages.entries()) documents.push({ file, chunkNo, terms });
      }
    });

    test("equals the textbook's BM25 ranked again as on a device", async () => {
      const rank = expectedSearch(documents);
      for (let asked = 0; asked < MANY.questions; asked++) {
        const terms = question();
        const found = await library().ask(terms.join(" "), "ask_agent", MANY.most);
        expect([terms, inBrief(found)]).toEqual([
          terms,
          rank(terms).slice(0, MANY.most).map(withSixDigits),
        ]);
      }
    });
  });

  describe("the order of a search on a device", () => {
    const random = seededRandom(seed);
    // The first words are drawn more often, as in every text.
    const word = () => VOCABULARY[Math.floor(random() ** 2 * VOCABULARY.length)] ?? "";
    const text = (least: number, most: number) =>
      Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");

    const library = useLibrary(world);

    test.each(Array.from({ length: ORDER.collections }, (_, number) => number))(
      "is the server's, for collection %i",
      async () => {
        const files = new Map<string, { language: DocumentLanguage; passages: Text[] }>();
        for (let file = 0; file < ORDER.files; file++) {
          const passages = Array.from({ length: ORDER.passages }, (_, number) => {
            return { heading: number % 3 === 0 ? text(1, 4) : null, body: text(5, 60) };
          });
          const language = DOCUMENT_LANGUAGES[file % DOCUMENT_LANGUAGES.length] ?? "english";
          files.set(await library().add(passages, { language }), { language, passages });
        }
        const corpus = openCorpus(
          [...files].map(([file_id, { language, passages }]) =>
            buildPassageIndex(
              file_id,
              "2026-01-01T00:00:00Z",
              passages.map((passage, chunk_no) => ({ file_id, chunk_no, page: 1, ...passage })),
              language,
            ),
          ),
        );
        for (let asked = 0; asked < ORDER.questions; asked++) {
          const query = text(1, 10);
          const { ranked, terms } = rankPassages(corpus, query, ORDER.most);
          const onDevice = rerank(
            ranked.map(({ score }) => score),
            (place) => {
              const { fileId = "", chunkNo = 0 } = ranked[place] ?? {};
              const { language = "english", passages = [] } = files.get(fileId) ?? {};
              const { heading = null, body = "" } = passages[chunkNo] ?? {};
              return wordsInOrder(`${heading ?? ""}\n${body}`, language);
            },
            terms,
            corpus.meanLength,
          ).flatMap(({ place, score }) => {
            const found = ranked[place];
            return found ? [{ file: found.fileId, chunkNo: found.chunkNo, score }] : [];
          });
          const onServer = inBrief(await library().ask(query, "ask_agent", ORDER.most));
          expect([query, onServer]).toEqual([query, onDevice.map(withSixDigits)]);
        }
        for (const file of files.keys()) {
          await world().asServer("DELETE", `knowledge_base?id=eq.${file}`);
        }
      },
    );
  });
}
