// Measures what typing mistakes cost a search, and how much of it the correction of misspelled words
// wins back, on the demo manuals and on the collections in the folders that are given:
// `npm run bench:typos -- <folder> …`. Every question gets one mistake in a word of five letters or
// more, five times with other seeds.
import type { Candidate } from "@contracts/spelling/correction.ts";
import { findCorrections, suspiciousWords } from "@contracts/spelling/find-corrections.ts";
import { correctQuestion } from "@contracts/spelling/question-words.ts";
import { buildPassageIndex } from "../../src/knowledge/search/passage-index.ts";
import { candidatesIn, openVocabulary } from "../../src/knowledge/search/vocabulary.ts";
import { demoManuals } from "./collections/demo-manuals.ts";
import {
  loadCollection,
  type SearchedCollection,
  type SearchedPassage,
} from "./collections/load-collection.ts";
import { readCollection } from "./collections/read-collection.ts";
import { figuresOf } from "./figures.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";
import { searchOfServer } from "./searches.ts";
import { seededRandom } from "./seeded-random.ts";
import { withTypo } from "./typing-mistakes.ts";

type Correct = (question: string) => Promise<string> | string;

const ROUNDS = 5;
/** Passages of an index, which can hold 65,536. */
const INDEX_SIZE = 10_000;

const database = await openSearchDatabase();
try {
  const rows: Record<string, Record<string, string | number>> = {};
  const collections = [await demoManuals(database)];
  for (const folder of process.argv.slice(2)) {
    collections.push(await loadCollection(database, await readCollection(folder)));
  }
  for (const collection of collections) {
    rows[collection.name] = await measure(database, collection);
  }
  console.log(`nDCG@10, one mistake a question, ${ROUNDS} rounds, ${database.name}`);
  console.table(rows);
} finally {
  await database.close();
}

async function measure(database: SearchDatabase, collection: SearchedCollection) {
  const { company, passages, questions } = collection;
  const texts = questions.map(({ text }) => text);
  const judgements = questions.map(({ judgement }) => judgement);
  const search = searchOfServer(database, collection);
  const ndcg = async (asked: readonly string[]) => {
    const rankings: string[][] = [];
    for (const question of asked) {
      const found = await search(question);
      rankings.push([...new Set(found.flatMap((passage) => passage?.document ?? []))]);
    }
    return figuresOf(rankings, judgements).ndcgAt10;
  };
  const times: number[] = [];
  const onServer: Correct = async (question) => {
    const begun = performance.now();
    const corrected = await correctOnServer(database, company, question);
    times.push(performance.now() - begun);
    return corrected;
  };
  const onDevice = deviceCorrection(passages);
  const all = async (asked: readonly string[], correct: Correct) => {
    const corrected: string[] = [];
    for (const question of asked) corrected.push(await correct(question));
    return corrected;
  };

  const untouched = await all(texts, onServer);
  const clean = await ndcg(texts);
  const cleanCorrected = await ndcg(untouched);
  let [typo, corrected, device, alike] = [0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = seededRandom(round + 1);
    const mistyped = texts.map((text) => withTypo(text, random));
    const byServer = await all(mistyped, onServer);
    const byDevice = await all(mistyped, onDevice);
    typo += (await ndcg(mistyped)) / ROUNDS;
    corrected += (await ndcg(byServer)) / ROUNDS;
    device += (await ndcg(byDevice)) / ROUNDS;
    alike += byServer.filter((text, n) => text === byDevice[n]).length / texts.length / ROUNDS;
  }
  const at = (share: number) =>
    (times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
  return {
    clean: clean.toFixed(3),
    "clean, corrected": cleanCorrected.toFixed(3),
    "clean questions changed": untouched.filter((text, n) => text !== texts[n]).length,
    questions: texts.length,
    typo: typo.toFixed(3),
    corrected: corrected.toFixed(3),
    "won back": percent((corrected - typo) / (clean - typo)),
    "by the device": percent((device - typo) / (clean - typo)),
    "device = server": percent(alike),
    "p50 ms": at(0.5),
    "p95 ms": at(0.95),
  };
}

/** As the server functions do it. */
async function correctOnServer({ query }: SearchDatabase, company: string, question: string) {
  const words = suspiciousWords(question);
  if (words.length === 0) return question;
  const rows = await query(
    "select * from private.spelling_candidates($1::text[], $2::uuid, null)",
    [words, company],
  );
  const candidates = rows as unknown as (Candidate & { written: string })[];
  const found = findCorrections(words, (word) =>
    candidates.filter(({ written }) => written === word),
  );
  return correctQuestion(question, found);
}

/** As a device does it, with an index of the same passages. */
function deviceCorrection(passages: readonly SearchedPassage[]): Correct {
  const indexes: ReturnType<typeof buildPassageIndex>[] = [];
  for (let start = 0; start < passages.length; start += INDEX_SIZE) {
    const rows = passages.slice(start, start + INDEX_SIZE).map(({ heading, body }, chunk_no) => {
      return { file_id: "", chunk_no, page: null, heading, body };
    });
    indexes.push(buildPassageIndex("", "", rows));
  }
  const vocabulary = openVocabulary(indexes);
  return (question) =>
    correctQuestion(
      question,
      findCorrections(suspiciousWords(question), (word) => candidatesIn(vocabulary, indexes, word)),
    );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
