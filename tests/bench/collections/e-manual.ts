import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import Papa from "papaparse";
import type { Collection } from "../beir.ts";

interface Section {
  id: string;
  title: string;
  text: string;
  url: string | undefined;
}

/**
 * Reads the questions about the manual of a telephone (S10): `s10_manual_corpus.json` and
 * `s10_50_questions.csv`. The link of a question tells its section, else the section's title.
 */
export async function readTelephoneManual(folder: string): Promise<Collection> {
  const sections = await readSections(join(folder, "s10_manual_corpus.json"));
  const table = Papa.parse<Record<"question" | "section_path" | "section_link", string>>(
    await readFile(join(folder, "s10_50_questions.csv"), "utf8"),
    { header: true, skipEmptyLines: true },
  );
  const page = (url: string | undefined) => url?.split("#")[0];
  const questions = table.data.flatMap(({ question, section_path, section_link }) => {
    const titled = withTitle(sections, section_path.split(">").at(-1) ?? "");
    const exact = titled.filter(({ url }) => url === section_link);
    const near = titled.filter(({ url }) => page(url) === page(section_link));
    const found = [exact, near, titled].find(({ length }) => length > 0) ?? [];
    return found.length > 0 ? [asked(question, found)] : [];
  });
  return { documents: sections, questions };
}

/**
 * Reads the questions about the manual of a television and its remote control:
 * `smart_tv_remote_manual_corpus.json` and the folders of `smart_remote_QA.zip`. Their JSON is
 * damaged in places, so each question is read by its lines.
 */
export async function readTelevisionManual(folder: string): Promise<Collection> {
  const sections = await readSections(join(folder, "smart_tv_remote_manual_corpus.json"));
  const questions = new Map<string, ReturnType<typeof asked>>();
  const files = (await readdir(folder, { recursive: true })).filter((name) =>
    name.endsWith("questions.json"),
  );
  for (const name of files.sort()) {
    const text = await readFile(join(folder, name), "utf8");
    const entries = text.matchAll(
      /"Section Hierarchy":\s*"(.*?)",?\s*\n[\s\S]*?"Question":\s*"(.*?)"\s*,?\s*\n/g,
    );
    for (const [, path = "", question = ""] of entries) {
      const [last = "", before = ""] = path.split(">").reverse();
      const found = [last, before]
        .map((title) => withTitle(sections, title))
        .find(({ length }) => length > 0);
      if (found && !questions.has(question)) questions.set(question, asked(question, found));
    }
  }
  return { documents: sections, questions: [...questions.values()] };
}

async function readSections(path: string): Promise<Section[]> {
  const corpus: Record<string, { title: string; text: string[]; section_url?: string }> =
    JSON.parse(await readFile(path, "utf8"));
  return Object.entries(corpus).map(([id, { title, text, section_url }]) => {
    return { id, title: title.trim(), text: text.join(" "), url: section_url };
  });
}

function withTitle(sections: readonly Section[], title: string): Section[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, " ")
      .trim();
  return sections.filter((section) => plain(section.title) === plain(title));
}

function asked(text: string, found: readonly Section[]) {
  return { text, judgement: new Map(found.map(({ id }) => [id, 1])) };
}
