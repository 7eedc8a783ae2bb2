// Measures how well questions find the passages that answer them, by the product's search on the
// server and on a device. It uses the demo manuals, and ORD-QA in the folder that is given:
// `npm run bench:retrieval -- [--pglite] <folder>`. `README.md` tells where to find it.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { openCorpus } from "../../src/knowledge/search/passage-corpus.ts";
import { buildPassageIndex } from "../../src/knowledge/search/passage-index.ts";
import { rankPassages } from "../../src/knowledge/search/rank-passages.ts";
import { rerank } from "../../src/knowledge/search/rerank.ts";
import { wordsInOrder } from "../../src/knowledge/search/terms.ts";
import manuals from "./collections/manuals.json" with { type: "json" };
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

/** The grade of each document, above 0, that answers a question. */
type Judgement = Map<string, number>;

/** Documents, and questions with the documents that answer each. */
interface Collection {
  name: string;
  documents: { id: string; text: string }[];
  questions: { text: string; judgement: Judgement }[];
}

/** A passage in the database; several passages may belong to one judged document. */
interface SearchedPassage {
  document: string;
  fileId: string;
  chunkNo: number;
  heading: string | null;
  body: string;
}

/** A collection in the database, as the only files of a company. */
type SearchedCollection = Pick<Collection, "name" | "questions"> & {
  company: string;
  passages: SearchedPassage[];
};

const PASSAGE_LIMIT = 4000;
const BATCH = 500;

/** Returns the passages that answer a question, best first. */
type Search = (question: string) => Promise<(SearchedPassage | undefined)[]>;

/** How many passages each search returns, so that they are of at least twelve documents. */
const DEPTH = 50;

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const database = await openSearchDatabase({ embedded: process.argv.includes("--pglite") });
try {
  const measured = [await measure(await demoManuals(database))];
  for (const folder of folders) {
    measured.push(await measure(await loadCollection(database, await readOrdQa(folder))));
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

/** Reads ORD-QA from its folder: questions about the documentation of OpenROAD. */
async function readOrdQa(folder: string): Promise<Collection> {
  const file = (name: string) => readFile(join(folder, name), "utf8");
  const sources: { knowledge: { id: string; content: string }[] }[] = JSON.parse(
    await file("openroad_documentation.json"),
  );
  const documents = sources
    .flatMap(({ knowledge }) => knowledge)
    .map(({ id, content }) => ({ id, text: content.replace(/^id:\S+\n/, "") }));
  const known = new Set(documents.map(({ id }) => id));
  const questions = (await file("ORD-QA.jsonl")).split("\n").flatMap((line) => {
    if (line.trim() === "") return [];
    const { question, reference }: { question: string; reference: string[] } = JSON.parse(line);
    const found = reference.filter((id) => known.has(id)).map((id): [string, number] => [id, 1]);
    return found.length === 0 ? [] : [{ text: question.trim(), judgement: new Map(found) }];
  });
  return { name: basename(folder), documents, questions };
}

/** Writes a collection into the database; a long document becomes several passages. */
async function loadCollection(
  database: SearchDatabase,
  { name, documents, questions }: Collection,
): Promise<SearchedCollection> {
  const company = randomUUID();
  const fileId = randomUUID();
  const passages: SearchedPassage[] = [];
  for (const { id, text } of documents) {
    for (let start = 0; start === 0 || start < text.length; start += PASSAGE_LIMIT) {
      const body = text.slice(start, start + PASSAGE_LIMIT).replaceAll("\u0000", "") || "-";
      passages.push({ document: id, fileId, chunkNo: passages.length, heading: null, body });
    }
  }
  const { query } = database;
  await query("insert into public.companies (id, name) values ($1, $2)", [company, name]);
  await database.addFile(fileId, company, passages.length);
  for (let start = 0; start < passages.length; start += BATCH) {
    await database.addPassages(fileId, start, passages.slice(start, start + BATCH));
  }
  await query("analyze");
  return { name, company, passages, questions };
}

/** The demo company's manuals, which the database holds already, and the questions about them. */
async function demoManuals({ query }: SearchDatabase): Promise<SearchedCollection> {
  const rows = await query(`
    select f.file_name, f.company_id, c.file_id, c.chunk_no, c.heading, c.body
    from public.knowledge_chunks c
    join public.knowledge_base f on f.id = c.file_id order by f.id, c.chunk_no`);
  const { questions } = manuals;
  const plain = (text: unknown) => String(text).replace(/\s+/g, " ");
  return {
    name: "demo manuals",
    company: String(rows[0]?.company_id),
    passages: rows.map((row, number) => ({
      document: String(number),
      fileId: String(row.file_id),
      chunkNo: Number(row.chunk_no),
      heading: row.heading === null ? null : String(row.heading),
      body: String(row.body),
    })),
    questions: questions.map(({ question, passages }) => {
      const found = passages.flatMap(({ file, contains }) => {
        const numbers = rows.flatMap((row, number) =>
          row.file_name === file && plain(row.body).includes(plain(contains)) ? [number] : [],
        );
        if (numbers.length === 0) throw new Error(`No passage of ${file} holds: ${contains}`);
        return numbers;
      });
      return { text: question, judgement: new Map(found.map((number) => [String(number), 1])) };
    }),
  };
}
