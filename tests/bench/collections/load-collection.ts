import { randomUUID } from "node:crypto";
import type { Collection } from "../beir.ts";
import type { SearchDatabase } from "../search-database.ts";
import type { Group, NamedCollection } from "./read-collection.ts";

/** A passage in the database; several passages may belong to one judged document. */
export interface SearchedPassage {
  document: string;
  fileId: string;
  chunkNo: number;
  heading: string | null;
  body: string;
}

/** A collection in the database, as the only file of a company of its own. */
export interface SearchedCollection {
  name: string;
  group: Group;
  company: string;
  passages: SearchedPassage[];
  questions: Collection["questions"];
}

const PASSAGE_LIMIT = 4000;
const BATCH = 500;

/** Writes a collection into the database; a long document becomes several passages. */
export async function loadCollection(
  { query }: SearchDatabase,
  { name, group, documents, questions }: NamedCollection,
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
  await query("insert into public.companies (id, name) values ($1, $2)", [company, name]);
  await query(
    `insert into public.knowledge_base (id, file_name, file_path, company_id, kind, size_bytes, passage_count)
     values ($1::uuid, 'Collection', $2::text || '/' || $1, $2::uuid, 'txt', 1, $3::integer)`,
    [fileId, company, String(passages.length)],
  );
  for (let start = 0; start < passages.length; start += BATCH) {
    const rows = passages.slice(start, start + BATCH).map(({ chunkNo, heading, body }) => {
      return { chunk_no: chunkNo, heading, body };
    });
    await query(
      `insert into public.knowledge_chunks (file_id, chunk_no, heading, body)
       select $1::uuid, p.chunk_no, p.heading, p.body
       from jsonb_to_recordset($2::text::jsonb) as p (chunk_no integer, heading text, body text)`,
      [fileId, JSON.stringify(rows)],
    );
  }
  await query("analyze");
  return { name, group, company, passages, questions };
}

function storable(text: string): string {
  return text.replaceAll("\u0000", "");
}
