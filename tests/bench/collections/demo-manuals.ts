import { readFile } from "node:fs/promises";
import type { SearchDatabase } from "../search-database.ts";
import type { SearchedCollection } from "./load-collection.ts";

/** The demo company's manuals, which the database holds already, and the questions about them. */
export async function demoManuals({ query }: SearchDatabase): Promise<SearchedCollection> {
  const rows = await query(`
    select f.file_name, f.company_id, c.file_id, c.chunk_no, c.heading, c.body
    from public.knowledge_chunks c
    join public.knowledge_base f on f.id = c.file_id order by f.id, c.chunk_no`);
  const file = new URL("./manuals.json", import.meta.url);
  const {
    questions,
  }: {
    questions: { question: string; passages: { file: string; contains: string }[] }[];
  } = JSON.parse(await readFile(file, "utf8"));
  const plain = (text: unknown) => String(text).replace(/\s+/g, " ");
  return {
    name: "demo manuals",
    group: "technical",
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
