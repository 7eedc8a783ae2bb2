import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "@contracts/knowledge.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCorpus } from "#knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "#knowledge/search/passage-index.ts";
import { rankPassages } from "#knowledge/search/rank-passages.ts";
import { rerank } from "#knowledge/search/rerank.ts";
import { wordsInOrder } from "#knowledge/search/terms.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { type Library, openLibrary } from "../world/library.ts";
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

export function withSixDigits(found: { file: string; chunkNo: number; score: number }): InBrief {
  const { file, chunkNo, score } = found;
  return { file, chunkNo, score: score.toFixed(6) };
}

export function inBrief(rows: readonly Row[]): InBrief[] {
  return rows.map(({ file_id, chunk_no, score }) =>
    withSixDigits({ file: String(file_id), chunkNo: Number(chunk_no), score: Number(score) }),
  );
}

const COLLECTIONS = 4;
const FILES = 5;
const PASSAGES = 30;
const QUESTIONS = 25;
const MOST = 30;

const VOCABULARY =
  `pump pumps valve valves pressure sensor fault E-47 E-48 HP-240/B hp240b R-32 R32 2.5 bar
the of and is compressor compressing relay 24 board filter filters cleaning clean remove cover screw
und Pumpen Störungen gewechselt Drücke bombas válvulas limpieza de pompes vannes nettoyées sur 空气过滤器`.split(
    /\s+/,
  );

/** Checks that a device and the server return the same passages in the same order. */
export function checkSearchOrder(world: () => World): void {
  describe("the order of a search on a device", () => {
    const random = seededRandom(11);
    // The first words are drawn more often, as in every text.
    const word = () => VOCABULARY[Math.floor(random() ** 2 * VOCABULARY.length)] ?? "";
    const text = (least: number, most: number) =>
      Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");

    let library: Library;
    beforeAll(async () => {
      library = await openLibrary(world());
    });
    afterAll(async () => {
      await library.giveBack();
    });

    test.each(Array.from({ length: COLLECTIONS }, (_, number) => number))(
      "is the server's, for collection %i",
      async () => {
        const files = new Map<string, { language: DocumentLanguage; passages: Text[] }>();
        for (let file = 0; file < FILES; file++) {
          const passages = Array.from({ length: PASSAGES }, (_, number) => {
            return { heading: number % 3 === 0 ? text(1, 4) : null, body: text(5, 60) };
          });
          const language = DOCUMENT_LANGUAGES[file % DOCUMENT_LANGUAGES.length] ?? "english";
          files.set(await library.add(passages, { language }), { language, passages });
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
        for (let asked = 0; asked < QUESTIONS; asked++) {
          const query = text(1, 10);
          const { ranked, terms } = rankPassages(corpus, query, MOST);
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
          const onServer = inBrief(await library.ask(query, "ask_agent", MOST));
          expect([query, onServer]).toEqual([query, onDevice.map(withSixDigits)]);
        }
        for (const file of files.keys()) {
          await world().asServer("DELETE", `knowledge_base?id=eq.${file}`);
        }
      },
    );
  });
}
