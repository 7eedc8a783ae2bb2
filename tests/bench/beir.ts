import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Judgement } from "./figures.ts";

/** A test collection: documents, and questions with the documents that answer each. */
export interface Collection {
  documents: { id: string; title: string; text: string }[];
  questions: { text: string; judgement: Judgement }[];
}

/** Reads a folder in the layout of BEIR: `corpus.jsonl`, `queries.jsonl`, `qrels/test.tsv`. */
export async function readBeir(folder: string): Promise<Collection> {
  const lines = async (name: string) =>
    (await readFile(join(folder, name), "utf8")).split("\n").filter((line) => line.trim() !== "");
  const documents = (await lines("corpus.jsonl")).map((line) => {
    const { _id, title = "", text } = JSON.parse(line);
    return { id: String(_id), title: String(title), text: String(text) };
  });
  const judgements = new Map<string, Map<string, number>>();
  for (const line of (await lines("qrels/test.tsv")).slice(1)) {
    const [query = "", document = "", grade = "0"] = line.trim().split("\t");
    const judgement = judgements.get(query) ?? new Map<string, number>();
    if (Number(grade) > 0) judgements.set(query, judgement.set(document, Number(grade)));
  }
  const questions = (await lines("queries.jsonl")).flatMap((line) => {
    const { _id, text } = JSON.parse(line);
    const judgement = judgements.get(String(_id));
    return judgement ? [{ text: String(text), judgement }] : [];
  });
  return { documents, questions };
}
