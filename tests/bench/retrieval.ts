// Measures how well questions find the passages that answer them: the product's search beside
// ts_rank and a textbook BM25 over the same passages. It uses the demo manuals, or, given a folder,
// a collection in the layout of BEIR: `npm run bench:retrieval -- <folder>`.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { stemmer } from "stemmer";
import { textbookBm25 } from "../support/textbook-bm25.ts";
import { readBeir } from "./beir.ts";
import { type Figures, figuresOf, type Judgement } from "./figures.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

/**
 * Passages are numbered in the order of their rows; several passages may belong to one judged
 * document.
 */
interface Passage {
  document: string;
  text: string;
}
interface Question {
  text: string;
  judgement: Judgement;
}
/** Numbers of passages, best first. */
type Search = (question: string) => Promise<number[]>;

/**
 * How many passages each search returns, so that they come from at least ten different documents.
 */
const DEPTH = 50;
const PASSAGE_LIMIT = 4000;

const [folder] = process.argv.slice(2);
const database = await openSearchDatabase();
try {
  const company = randomUUID();
  const { passages, questions } = folder
    ? await loadBeir(database, company, folder)
    : await loadManuals(database);
  const searches: Record<string, Search> = {
    search_knowledge: await productSearch(database, folder ? company : null),
    ts_rank: await tsRank(database, folder ? company : null),
    "textbook BM25": await textbookSearch(database, passages),
  };
  console.log(`${questions.length} questions over ${passages.length} passages, ${database.name}`);
  const table: Record<string, Record<keyof Figures | "p50 ms" | "p95 ms", string>> = {};
  for (const [name, search] of Object.entries(searches)) {
    const times: number[] = [];
    const rankings: string[][] = [];
    for (const { text } of questions) {
      const started = performance.now();
      const numbers = await search(text);
      times.push(performance.now() - started);
      rankings.push([...new Set(numbers.map((number) => passages[number]?.document ?? ""))]);
    }
    const figures = figuresOf(
      rankings,
      questions.map(({ judgement }) => judgement),
    );
    const at = (share: number) =>
      (times.sort((a, b) => a - b)[Math.floor(times.length * share)] ?? 0).toFixed(1);
    table[name] = {
      recallAt5: figures.recallAt5.toFixed(3),
      ndcgAt10: figures.ndcgAt10.toFixed(3),
      "p50 ms": at(0.5),
      "p95 ms": at(0.95),
    };
  }
  console.table(table);
} finally {
  await database.close();
}

async function loadManuals({ query }: SearchDatabase) {
  const rows = await query(`
    select f.file_name, c.heading, c.body from public.knowledge_chunks c
    join public.knowledge_base f on f.id = c.file_id order by f.id, c.chunk_no`);
  const passages = rows.map((row, number) => ({
    document: String(number),
    text: `${row.heading ?? ""} ${row.body}`,
  }));
  const file = new URL("./collections/manuals.json", import.meta.url);
  const collection: {
    questions: { question: string; passages: { file: string; contains: string }[] }[];
  } = JSON.parse(await readFile(file, "utf8"));
  const plain = (text: unknown) => String(text).replace(/\s+/g, " ");
  const questions = collection.questions.map(({ question, passages }): Question => {
    const found = passages.flatMap(({ file, contains }) => {
      const numbers = rows.flatMap((row, number) =>
        row.file_name === file && plain(row.body).includes(plain(contains)) ? [number] : [],
      );
      if (numbers.length === 0) throw new Error(`No passage of ${file} holds: ${contains}`);
      return numbers;
    });
    return { text: question, judgement: new Map(found.map((number) => [String(number), 1])) };
  });
  return { passages, questions };
}

async function loadBeir({ query }: SearchDatabase, company: string, folder: string) {
  const { documents, questions } = await readBeir(folder);
  const file = randomUUID();
  const passages: Passage[] = [];
  const rows: { chunk_no: number; heading: string; body: string }[] = [];
  for (const { id, title, text } of documents) {
    for (let start = 0; start === 0 || start < text.length; start += PASSAGE_LIMIT) {
      const body = text.slice(start, start + PASSAGE_LIMIT) || title || "-";
      rows.push({ chunk_no: passages.length, heading: title.slice(0, 1000), body });
      passages.push({ document: id, text: `${title} ${body}` });
    }
  }
  await query("insert into public.companies (id, name) values ($1, 'Collection')", [company]);
  await query(
    `insert into public.knowledge_base (id, file_name, file_path, company_id, kind, size_bytes, passage_count)
     values ($1::uuid, 'Collection', $2::text || '/' || $1, $2::uuid, 'txt', 1, $3::integer)`,
    [file, company, String(rows.length)],
  );
  for (let start = 0; start < rows.length; start += 500) {
    await query(
      `insert into public.knowledge_chunks (file_id, chunk_no, heading, body)
       select $1::uuid, p.chunk_no, p.heading, p.body
       from jsonb_to_recordset($2::text::jsonb) as p (chunk_no integer, heading text, body text)`,
      [file, JSON.stringify(rows.slice(start, start + 500)).replaceAll("\\u0000", "")],
    );
  }
  await query("analyze");
  return { passages, questions };
}

/** The product's own ranking, called as the server functions call it. */
async function productSearch({ query }: SearchDatabase, company: string | null): Promise<Search> {
  const numberOf = await numbering(query, company);
  return async (question) => {
    const rows = await query(
      "select file_id, chunk_no from private.rank_passages($1::text, $2::uuid, null, $3::integer)",
      [question, company, String(DEPTH)],
    );
    return rows.map((row) => numberOf(row));
  };
}

/** PostgreSQL's own ranking of the passages that contain one of the question's words. */
async function tsRank({ query }: SearchDatabase, company: string | null): Promise<Search> {
  const numberOf = await numbering(query, company);
  await query(
    `create temp table ranked as
     select c.file_id, c.chunk_no, to_tsvector('english', concat_ws(' ', c.heading, c.body)) as words
     from public.knowledge_chunks c where $1::uuid is null or c.company_id = $1`,
    [company],
  );
  await query("create index on ranked using gin (words)");
  return async (question) => {
    const rows = await query(
      `select r.file_id, r.chunk_no from ranked r, (
         select array_to_string(array(select quote_literal(lexeme)
           from unnest(to_tsvector('english', $1::text))), ' | ')::tsquery as wanted) q
       where r.words @@ q.wanted order by ts_rank(r.words, q.wanted) desc limit ${DEPTH}`,
      [question],
    );
    return rows.map((row) => numberOf(row));
  };
}

async function textbookSearch(
  { query }: SearchDatabase,
  passages: readonly Passage[],
): Promise<Search> {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const stops = await query(
    "select w from unnest($1::text[]) w where ts_lexize('english_stem', w) = '{}'",
    [[...new Set(passages.flatMap(({ text }) => wordsOf(text)))]],
  );
  const stopWords = new Set(stops.map((row) => row.w));
  const termsOf = (text: string) =>
    wordsOf(text)
      .filter((word) => !stopWords.has(word))
      .map((word) => stemmer(word));
  const rank = textbookBm25(passages.map(({ text }) => termsOf(text)));
  return async (question) =>
    [...rank(termsOf(question))]
      .sort(([, a], [, b]) => b - a)
      .slice(0, DEPTH)
      .map(([number]) => number);
}

/** Numbers the passages by their rows. */
async function numbering(query: SearchDatabase["query"], company: string | null) {
  const rows = await query(
    `select file_id, chunk_no from public.knowledge_chunks
     where $1::uuid is null or company_id = $1 order by file_id, chunk_no`,
    [company],
  );
  const numbers = new Map(rows.map((row, number) => [`${row.file_id} ${row.chunk_no}`, number]));
  return (row: Record<string, unknown>) => numbers.get(`${row.file_id} ${row.chunk_no}`) ?? -1;
}
