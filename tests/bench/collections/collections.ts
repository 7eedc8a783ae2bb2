import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SearchDatabase } from "../search-database.ts";
import manuals from "./manuals.json" with { type: "json" };

/** The grade of each document, above 0, that answers a question. */
export type Judgement = Map<string, number>;

/** Documents, and questions with the documents that answer each. */
interface Texts {
  documents: { id: string; title: string; text: string }[];
  questions: { text: string; judgement: Judgement }[];
}

type Collection = Texts & { name: string };

type Read = (name: string) => Promise<string>;

/** The formats of public test collections, each known by a file that its folder holds. */
const FORMATS: Record<string, (read: Read) => Promise<Texts>> = {
  "ORD-QA.jsonl": readOrdQa,
  "corpus.jsonl": readBeir,
};

/** Reads a collection from its folder. @throws Error when it is in no known format */
export async function readCollection(folder: string): Promise<Collection> {
  const files = await readdir(folder);
  const format = Object.keys(FORMATS).find((file) => files.includes(file)) ?? "";
  const texts = await FORMATS[format]?.((name) => readFile(join(folder, name), "utf8"));
  if (!texts) throw new Error(`${folder} has none of ${Object.keys(FORMATS)}`);
  return { name: basename(folder), ...texts };
}

/** Questions about the documentation of OpenROAD. */
async function readOrdQa(file: Read): Promise<Texts> {
  const sources: { knowledge: { id: string; content: string }[] }[] = JSON.parse(
    await file("openroad_documentation.json"),
  );
  const documents = sources
    .flatMap(({ knowledge }) => knowledge)
    .map(({ id, content }) => ({ id, title: "", text: content.replace(/^id:\S+\n/, "") }));
  const known = new Set(documents.map(({ id }) => id));
  const questions = linesOf(await file("ORD-QA.jsonl")).flatMap((line) => {
    const { question, reference }: { question: string; reference: string[] } = JSON.parse(line);
    const found = reference.filter((id) => known.has(id)).map((id): [string, number] => [id, 1]);
    return found.length === 0 ? [] : [{ text: question.trim(), judgement: new Map(found) }];
  });
  return { documents, questions };
}

/** Any collection in the layout of BEIR. */
async function readBeir(file: Read): Promise<Texts> {
  const documents = linesOf(await file("corpus.jsonl")).map((line) => {
    const { _id, title = "", text } = JSON.parse(line);
    return { id: String(_id), title: String(title), text: String(text) };
  });
  const judgements = new Map<string, Judgement>();
  for (const line of linesOf(await file("qrels/test.tsv")).slice(1)) {
    const [query = "", document = "", grade = "0"] = line.trim().split("\t");
    const judgement = judgements.get(query) ?? new Map<string, number>();
    if (Number(grade) > 0) judgements.set(query, judgement.set(document, Number(grade)));
  }
  const questions = linesOf(await file("queries.jsonl")).flatMap((line) => {
    const { _id, text } = JSON.parse(line);
    const judgement = judgements.get(String(_id));
    return judgement === undefined ? [] : [{ text: String(text), judgement }];
  });
  return { documents, questions };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** A passage in the database; several passages may belong to one judged document. */
export interface SearchedPassage {
  document: string;
  fileId: string;
  chunkNo: number;
  heading: string | null;
  body: string;
}

/** A collection in the database, as the only files of a company. */
export type SearchedCollection = Pick<Collection, "name" | "questions"> & {
  company: string;
  passages: SearchedPassage[];
};

const PASSAGE_LIMIT = 4000;
const BATCH = 500;

/** Writes a collection into the database; a long document becomes several passages. */
export async function loadCollection(
  database: SearchDatabase,
  { name, documents, questions }: Collection,
): Promise<SearchedCollection> {
  const company = randomUUID();
  const fileId = randomUUID();
  const passages: SearchedPassage[] = [];
  for (const { id, title, text } of documents) {
    const heading = title === "" ? null : storable(title).slice(0, 1000);
    for (let start = 0; start === 0 || start < text.length; start += PASSAGE_LIMIT) {
      const body = storable(text.slice(start, start + PASSAGE_LIMIT)) || title || "-";
      passages.push({ document: id, fileId, chunkNo: passages.length, heading, body });
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

function storable(text: string): string {
  return text.replaceAll("\u0000", "");
}

/** The demo company's manuals, which the database holds already, and the questions about them. */
export async function demoManuals({ query }: SearchDatabase): Promise<SearchedCollection> {
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
