// Measures how well questions find the passages that answer them, by the product's search on the
// server and on a device. It uses the demo manuals and the collections in the folders that are given:
// `npm run bench:retrieval -- [--pglite] <folder> …`. `README.md` tells where to find them.
import { openCorpus } from "../../src/knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "../../src/knowledge/search/passage-index.ts";
import { rankPassages } from "../../src/knowledge/search/rank-passages.ts";
import { rerank } from "../../src/knowledge/search/rerank.ts";
import { wordsInOrder } from "../../src/knowledge/search/terms.ts";
import {
  demoManuals,
  type Judgement,
  loadCollection,
  readCollection,
  type SearchedCollection,
  type SearchedPassage,
} from "./collections/collections.ts";
import { openSearchDatabase } from "./search-database.ts";

/** Returns the passages that answer a question, best first. */
type Search = (question: string) => Promise<(SearchedPassage | undefined)[]>;

/** How many passages each search returns, so that they are of at least twelve documents. */
const DEPTH = 50;

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const database = await openSearchDatabase({ embedded: process.argv.includes("--pglite") });
try {
  const measured = [await measure(await demoManuals(database))];
  for (const folder of folders) {
    measured.push(await measure(await loadCollection(database, await readCollection(folder))));
  }
  console.log(database.name);
  const rows = measured.map(({ name, questions, ndcg, onDevice }) => {
    const [figure, other] = [ndcg.toFixed(3), (onDevice - ndcg).toFixed(4)];
    return [name, { questions, "nDCG@10": figure, "device − server": other }];
  });
  console.table(Object.fromEntries(rows));
} finally {
  await database.close();
}

async function measure(collection: SearchedCollection) {
  const { name, questions } = collection;
  const [server, device] = [searchOfServer(collection), searchOfDevice(collection)];
  const sums = { ndcg: 0, onDevice: 0 };
  for (const { text, judgement } of questions) {
    sums.ndcg += ndcgAt10(documentsOf(await server(text)), judgement) / questions.length;
    sums.onDevice += ndcgAt10(documentsOf(await device(text)), judgement) / questions.length;
  }
  return { name, questions: questions.length, ...sums };
}

function documentsOf(passages: Awaited<ReturnType<Search>>): string[] {
  return [...new Set(passages.flatMap((passage) => passage?.document ?? []))];
}

/** Normalized discounted cumulative gain of the first ten documents of one question. */
function ndcgAt10(ranking: readonly string[], judgement: Judgement): number {
  const gain = (grades: readonly number[]) =>
    grades.slice(0, 10).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
  const best = [...judgement.values()].sort((a, b) => b - a);
  return gain(ranking.map((document) => judgement.get(document) ?? 0)) / gain(best);
}

/** The database's search, called as the server's functions call it. */
function searchOfServer({ company, passages }: SearchedCollection): Search {
  const byPlace = new Map(passages.map((found) => [`${found.fileId} ${found.chunkNo}`, found]));
  return async (question) => {
    const rows = await database.query(
      "select file_id, chunk_no from private.rank_passages($1::text, $2::uuid, null, $3::integer)",
      [question, company, String(DEPTH)],
    );
    return rows.map((row) => byPlace.get(`${row.file_id} ${row.chunk_no}`));
  };
}

/** The device's search, without the mirror that it reads from. */
function searchOfDevice({ passages }: SearchedCollection): Search {
  const files = new Map<string, SearchedPassage[]>();
  for (const passage of passages) {
    files.set(passage.fileId, [...(files.get(passage.fileId) ?? []), passage]);
  }
  const indexes = [...files].map(([file_id, own]) => {
    const rows = own.map(({ chunkNo, heading, body }) => {
      return { file_id, chunk_no: chunkNo, page: null, heading, body };
    });
    return buildPassageIndex(file_id, "", rows);
  });
  const corpus = openCorpus(indexes);
  return async (question) => {
    const { ranked, terms } = rankPassages(corpus, question, DEPTH);
    const found = ranked.map(({ fileId, chunkNo }) => files.get(fileId)?.[chunkNo]);
    const reranked = rerank(
      ranked.map(({ score }) => score),
      (place) =>
        wordsInOrder(`${found[place]?.heading ?? ""}\n${found[place]?.body ?? ""}`, "english"),
      terms,
      corpus.meanLength,
    );
    return reranked.map(({ place }) => found[place]);
  };
}
