import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "../beir.ts";

/** Reads the NPL collection: `doc-text`, `query-text` and `rlv-ass`, records that end with "/". */
export async function readNpl(folder: string): Promise<Collection> {
  const records = async (name: string) =>
    (await readFile(join(folder, name), "utf8"))
      .split(/^\s*\/\s*$/m)
      .map((record) => record.trim())
      .filter((record) => record !== "")
      .map((record) => {
        const [id = "", ...lines] = record.split("\n");
        return { id: id.trim(), text: lines.join(" ").trim() };
      });
  const judgements = new Map(
    (await records("rlv-ass")).map(({ id, text }) => [
      id,
      new Map(text.split(/\s+/).map((document) => [document, 1])),
    ]),
  );
  return {
    documents: (await records("doc-text")).map(({ id, text }) => ({ id, title: "", text })),
    questions: (await records("query-text")).flatMap(({ id, text }) => {
      const judgement = judgements.get(id);
      return judgement ? [{ text: text.toLowerCase(), judgement }] : [];
    }),
  };
}
