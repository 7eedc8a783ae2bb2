import { DOCUMENT_LANGUAGES, type DocumentLanguage } from "@contracts/knowledge.ts";
import { expect, test } from "vitest";
import { openCorpus } from "#knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "#knowledge/search/passage-index.ts";
import { rankPassages } from "#knowledge/search/rank-passages.ts";
import { rerank } from "#knowledge/search/rerank.ts";
import { wordsInOrder } from "#knowledge/search/terms.ts";
import { seededRandom } from "#tests/bench/seeded-random.ts";
import { seed } from "#tests/security/seed.ts";
import { openLibrary } from "../world/library.ts";
import type { Row } from "../world/rest.ts";
import type { World } from "../world/world.ts";

interface Text extends Row {
  heading: string | null;
  body: string;
}
type Files = Map<string, { language: DocumentLanguage; passages: Text[] }>;

interface Collection {
  files: number;
  passages: number;
  questions: number;
  most: number;
  passage(number: number): Text;
  question(): string;
}

const VOCABULARY =
  `pump pumps valve valves pressure sensor fault E-47 E-48 HP-240/B hp240b R-32 R32 2.5 bar
the of and is compressor compressing relay 24 board filter filters cleaning clean remove cover screw
und Pumpen Störungen gewechselt Drücke bombas válvulas limpieza de pompes vannes nettoyées sur 空气过滤器`.split(
    /\s+/,
  );

function ofManyKinds(random: () => number): Collection {
  // The first words are drawn more often, as in every text.
  const word = () => VOCABULARY[Math.floor(random() ** 2 * VOCABULARY.length)] ?? "";
  const text = (least: number, most: number) =>
    Array.from({ length: least + Math.floor(random() * (most - least)) }, word).join(" ");
  return {
    ...{ files: 5, passages: 30, questions: 50, most: 30 },
    passage: (number) => ({ heading: number % 3 === 0 ? text(1, 4) : null, body: text(5, 60) }),
    question: () => text(1, 10),
  };
}

/** Words that are their own stems, each with the share of passages that contain it. */
const SHARES = Object.entries({
  ...{ bako: 0.9, dumo: 0.75, gilo: 0.6, kavo: 0.5, lemo: 0.4, nuro: 0.3 },
  ...{ pado: 0.2, rizo: 0.1, savu: 0.04, tolu: 0.01, fimo: 0.004 },
});

function ofManyPassages(random: () => number): Collection {
  const passage = () => {
    const terms = SHARES.flatMap(([word, share]) => {
      if (random() >= share) return [];
      const occurrences = random() < 0.75 ? 1 : 2 + Math.floor(random() * random() * 8);
      return Array.from({ length: occurrences }, () => word);
    });
    // One in twelve passages is short, like the last one of a section.
    const length = random() < 0.08 ? 1 + random() * 40 : 50 + random() * 60;
    while (terms.length < length) terms.push("wofo");
    return { heading: null, body: terms.join(" ") };
  };
  const question = () =>
    SHARES.flatMap(([word]) => (random() < 0.5 ? [word] : [])).join(" ") || "bako";
  return { files: 3, passages: 1000, questions: 40, most: 30, passage, question };
}

/** The search of a device that has these files, which its own tests compare with the textbook's. */
function deviceWith(files: Files) {
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
  return (query: string, most: number) => {
    const { ranked, terms } = rankPassages(corpus, query, most);
    const wordsAt = (place: number) => {
      const { fileId = "", chunkNo = 0 } = ranked[place] ?? {};
      const { language = "english", passages = [] } = files.get(fileId) ?? {};
      const { heading = null, body = "" } = passages[chunkNo] ?? {};
      return wordsInOrder(`${heading ?? ""}\n${body}`, language);
    };
    const scores = ranked.map(({ score }) => score);
    return rerank(scores, wordsAt, terms, corpus.meanLength).map(({ place, score }) => {
      const { fileId, chunkNo } = ranked[place] ?? {};
      return [fileId, chunkNo, score.toFixed(6)];
    });
  };
}

/** Compares the order of what is found, after files were written at once and one was deleted. */
async function compare(world: World, collection: Collection): Promise<void> {
  const library = await openLibrary(world);
  const files: Files = new Map();
  const add = async (_: unknown, number: number) => {
    const passages = Array.from({ length: collection.passages }, (_, i) => collection.passage(i));
    const language = DOCUMENT_LANGUAGES[number % DOCUMENT_LANGUAGES.length] ?? "english";
    files.set(await library.add(passages, { language }), { language, passages });
  };
  await Promise.all(Array.from({ length: collection.files }, add));
  const [gone = ""] = files.keys();
  files.delete(gone);
  await world.asServer("DELETE", `knowledge_base?id=eq.${gone}`);
  const searchOnDevice = deviceWith(files);
  for (let asked = 0; asked < collection.questions; asked++) {
    const query = collection.question();
    const rows = await library.ask(query, "ask_agent", collection.most);
    const onServer = rows.map(({ file_id, chunk_no, score }) => [
      ...[file_id, chunk_no, Number(score).toFixed(6)],
    ]);
    expect([query, onServer]).toEqual([query, searchOnDevice(query, collection.most)]);
  }
  await library.giveBack();
}

export function checkRanking(world: () => World): void {
  test("the order of a search on a device is the server's, in every language", () =>
    compare(world(), ofManyKinds(seededRandom(seed))));
}

export function checkRankingOfMany(world: () => World): void {
  test("the order of a search on a device is the server's, also when a question has more index entries than the search reads", () =>
    compare(world(), ofManyPassages(seededRandom(seed))));
}
