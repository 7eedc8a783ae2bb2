import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "../beir.ts";

/** Reads ORD-QA: questions about the documentation of OpenROAD. */
export async function readOrdQa(folder: string): Promise<Collection> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const sources: { knowledge: { id: string; content: string }[] }[] = JSON.parse(
    await read("openroad_documentation.json"),
  );
  const documents = sources
    .flatMap(({ knowledge }) => knowledge)
    .map(({ id, content }) => ({ id, title: "", text: content.replace(/^id:\S+\n/, "") }));
  const known = new Set(documents.map(({ id }) => id));
  const questions = (await read("ORD-QA.jsonl"))
    .split("\n")
    .filter((line) => line.trim() !== "")
    .flatMap((line) => {
      const asked: { question: string; reference: string[] } = JSON.parse(line);
      const found = asked.reference.filter((id) => known.has(id));
      if (found.length === 0) return [];
      return [{ text: asked.question.trim(), judgement: new Map(found.map((id) => [id, 1])) }];
    });
  return { documents, questions };
}
