// Measures how well questions find the passages that answer them, by the server's search; a device
// finds the same, as the tests of the policies prove. It uses the demo manuals, and ORD-QA in the
// folder that is given: `npm run bench:retrieval -- <folder>`. `README.md` tells where to find it.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import manuals from "./collections/manuals.json" with { type: "json" };
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

/** Documents, and questions with the documents that answer each. */
interface Collection {
  name: string;
  documents: { id: string; text: string }[];
  questions: { text: string; answers: Set<string> }[];
}

/** A collection in the database, as the only files of a company. */
interface SearchedCollection extends Omit<Collection, "documents"> {
  company: string;
  /** By its file and number, the document of each passage; one may have several passages. */
  documentAt: Map<string, string>;
}

const PASSAGE_LIMIT = 4000;
const BATCH = 500;

/** How many passages a search returns, so that they are of at least twelve documents. */
const DEPTH = 50;

const database = await openSearchDatabase();
try {
  const measured = [await measure(await demoManuals(database))];
  for (const folder of process.argv.slice(2)) {
    measured.push(await measure(await loadCollection(database, await readOrdQa(folder))));
  }
  console.table(Object.fromEntries(measured));
} finally {
  await database.close();
}

/** @returns the name of a collection, and its row of the table */
async function measure(collection: SearchedCollection): Promise<[string, object]> {
  const { name, questions } = collection;
  let ndcg = 0;
  for (const { text, answers } of questions) {
    ndcg += ndcgAt10(await search(collection, text), answers) / questions.length;
  }
  return [name, { questions: questions.length, "nDCG@10": ndcg.toFixed(3) }];
}

/** Normalized discounted cumulative gain of the first ten documents of one question. */
function ndcgAt10(ranking: readonly string[], answers: ReadonlySet<string>): number {
  const gain = (documents: readonly string[]) =>
    documents
      .slice(0, 10)
      .reduce((sum, document, i) => sum + (answers.has(document) ? 1 : 0) / Math.log2(i + 2), 0);
  return gain(ranking) / gain([...answers]);
}

/** Searches as the server's functions do. @returns the documents that are found, best first */
async function search(
  { company, documentAt }: SearchedCollection,
  question: string,
): Promise<string[]> {
  const rows = await database.query(
    "select file_id, chunk_no from private.rank_passages($1::text, $2::uuid, null, $3::integer)",
    [question, company, String(DEPTH)],
  );
  const found = rows.map((row) => documentAt.get(`${row.file_id} ${row.chunk_no}`) ?? []);
  return [...new Set(found.flat())];
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
    const answers = new Set(reference.filter((id) => known.has(id)));
    return answers.size === 0 ? [] : [{ text: question.trim(), answers }];
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
  const documentAt = new Map<string, string>();
  const bodies: string[] = [];
  for (const { id, text } of documents) {
    for (let start = 0; start === 0 || start < text.length; start += PASSAGE_LIMIT) {
      documentAt.set(`${fileId} ${bodies.length}`, id);
      bodies.push(text.slice(start, start + PASSAGE_LIMIT).replaceAll("\u0000", "") || "-");
    }
  }
  const { query } = database;
  await query("insert into public.companies (id, name) values ($1, $2)", [company, name]);
  await database.addFile(fileId, company, bodies.length);
  for (let start = 0; start < bodies.length; start += BATCH) {
    await database.addPassages(fileId, start, bodies.slice(start, start + BATCH));
  }
  await query("analyze");
  return { name, company, documentAt, questions };
}

/** The demo company's manuals, which the database holds already, and the questions about them. */
async function demoManuals({ query }: SearchDatabase): Promise<SearchedCollection> {
  const rows = await query(`
    select f.file_name, f.company_id, c.file_id, c.chunk_no, c.body
    from public.knowledge_chunks c
    join public.knowledge_base f on f.id = c.file_id order by f.id, c.chunk_no`);
  const { questions } = manuals;
  const plain = (text: unknown) => String(text).replace(/\s+/g, " ");
  return {
    name: "demo manuals",
    company: String(rows[0]?.company_id),
    documentAt: new Map(
      rows.map((row, number) => [`${row.file_id} ${row.chunk_no}`, String(number)]),
    ),
    questions: questions.map(({ question, passages }) => {
      const found = passages.flatMap(({ file, contains }) => {
        const numbers = rows.flatMap((row, number) =>
          row.file_name === file && plain(row.body).includes(plain(contains))
            ? [String(number)]
            : [],
        );
        if (numbers.length === 0) throw new Error(`No passage of ${file} holds: ${contains}`);
        return numbers;
      });
      return { text: question, answers: new Set(found) };
    }),
  };
}
