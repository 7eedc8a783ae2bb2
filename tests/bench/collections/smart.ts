import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Collection } from "../beir.ts";

/** Files in the format of the SMART system: documents, questions, and lines "question document". */
export interface SmartFiles {
  documents: string;
  questions: string;
  judgements: string;
}

/** Reads CACM, CISI or another collection in the format of the SMART system. */
export async function readSmart(folder: string, files: SmartFiles): Promise<Collection> {
  const read = (name: string) => readFile(join(folder, name), "utf8");
  const judgements = new Map<string, Map<string, number>>();
  for (const line of (await read(files.judgements)).split("\n")) {
    const [question, document] = line.trim().split(/\s+/).map(Number);
    if (!question || !document) continue;
    const judgement = judgements.get(String(question)) ?? new Map<string, number>();
    judgements.set(String(question), judgement.set(String(document), 1));
  }
  return {
    documents: recordsOf(await read(files.documents)).map(({ id, fields }) => {
      return { id, title: fields.get("T") ?? "", text: fields.get("W") ?? "" };
    }),
    questions: recordsOf(await read(files.questions)).flatMap(({ id, fields }) => {
      const judgement = judgements.get(id);
      return judgement ? [{ text: fields.get("W") ?? "", judgement }] : [];
    }),
  };
}

/** Records begin with ".I" and a number; their fields begin with a point and a letter. */
function recordsOf(text: string): { id: string; fields: Map<string, string> }[] {
  return text
    .split(/^\.I\s+/m)
    .slice(1)
    .map((record) => {
      const [number = "", ...lines] = record.split("\n");
      const fields = new Map<string, string>();
      let field = "";
      for (const line of lines) {
        const begun = /^\.([A-Z])\s*$/.exec(line)?.[1];
        if (begun) field = begun;
        else if (field) fields.set(field, `${fields.get(field) ?? ""} ${line.trim()}`.trim());
      }
      return { id: String(Number(number)), fields };
    });
}
