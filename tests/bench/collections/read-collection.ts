import { readdir } from "node:fs/promises";
import { basename } from "node:path";
import { type Collection, readBeir } from "../beir.ts";
import { readCranfield } from "./cranfield.ts";
import { readTelephoneManual, readTelevisionManual } from "./e-manual.ts";
import { readNpl } from "./npl.ts";
import { readOrdQa } from "./ord-qa.ts";
import { readSmart } from "./smart.ts";

/** Collections of technical manuals are told apart from classic ones, of titles and abstracts. */
export type Group = "technical" | "classic";

export interface NamedCollection extends Collection {
  name: string;
  group: Group;
}

/** The formats, each known by a file that its folder holds. */
const FORMATS: { file: string; group: Group; read: (folder: string) => Promise<Collection> }[] = [
  { file: "ORD-QA.jsonl", group: "technical", read: readOrdQa },
  { file: "s10_manual_corpus.json", group: "technical", read: readTelephoneManual },
  { file: "smart_tv_remote_manual_corpus.json", group: "technical", read: readTelevisionManual },
  {
    file: "cacm.all",
    group: "classic",
    read: (folder) =>
      readSmart(folder, {
        documents: "cacm.all",
        questions: "query.text",
        judgements: "qrels.text",
      }),
  },
  {
    file: "CISI.ALL",
    group: "classic",
    read: (folder) =>
      readSmart(folder, { documents: "CISI.ALL", questions: "CISI.QRY", judgements: "CISI.REL" }),
  },
  { file: "cran.all.1400.xml", group: "classic", read: readCranfield },
  { file: "doc-text", group: "classic", read: readNpl },
  { file: "corpus.jsonl", group: "classic", read: readBeir },
];

/** Reads a collection from its folder. @throws Error when it is in no known format */
export async function readCollection(folder: string): Promise<NamedCollection> {
  const files = new Set(await readdir(folder));
  const format = FORMATS.find(({ file }) => files.has(file));
  if (!format) throw new Error(`${folder} has none of ${FORMATS.map(({ file }) => file)}`);
  return { name: basename(folder), group: format.group, ...(await format.read(folder)) };
}
