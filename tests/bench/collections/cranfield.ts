import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "../beir.ts";

/** Reads Cranfield in TREC's format; its judgements number the questions by their places. */
export async function readCranfield(folder: string): Promise<Collection> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const field = (record: string, name: string) =>
    new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(record)?.[1]?.trim() ?? "";
  const judgements = new Map<number, Map<string, number>>();
  for (const line of (await read("cranqrel.trec.txt")).split("\n")) {
    const [question = "", , document = "", grade = ""] = line.trim().split(/\s+/);
    if (!(Number(grade) > 0)) continue;
    const judgement = judgements.get(Number(question)) ?? new Map<string, number>();
    judgements.set(Number(question), judgement.set(document, Number(grade)));
  }
  return {
    documents: (await read("cran.all.1400.xml"))
      .split("<doc>")
      .slice(1)
      .map((record) => {
        const title = field(record, "title");
        return { id: field(record, "docno"), title, text: field(record, "text") };
      }),
    questions: (await read("cran.qry.xml"))
      .split("<top>")
      .slice(1)
      .flatMap((record, place) => {
        const judgement = judgements.get(place + 1);
        return judgement ? [{ text: field(record, "title"), judgement }] : [];
      }),
  };
}
