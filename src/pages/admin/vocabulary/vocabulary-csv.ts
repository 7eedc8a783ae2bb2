import { type SpokenTerm, TERM_LIMIT } from "@contracts/vocabulary.ts";
import { toCsv } from "#ui/csv.ts";
import { plainField, readCsv, smallLetters } from "../read-csv.ts";

const TERM = "Term";
const HEARD = "Heard as";

/** A vocabulary as a table that `readVocabularyCsv` reads again. */
export function vocabularyCsv(terms: readonly SpokenTerm[]): string {
  return toCsv(
    [
      { title: TERM, value: ({ term }) => term },
      { title: HEARD, value: ({ heard }) => heard },
    ],
    terms,
  );
}

export type ReadVocabulary =
  | { kind: "ok"; entries: SpokenTerm[] }
  | { kind: "wrong"; message: string };

/**
 * Reads a table of terms: the first column is the term, the second, if there is one, what is heard.
 * A line with headings may come first.
 */
export function readVocabularyCsv(bytes: ArrayBuffer): ReadVocabulary {
  const table = readCsv(bytes);
  if (table.kind === "wrong") return table;
  const lines = table.lines
    .map((fields) => fields.map(plainField))
    .filter((fields) => fields.some((field) => field !== ""));
  const hasHeadings = smallLetters(lines[0]?.[0] ?? "") === smallLetters(TERM);
  const entries: SpokenTerm[] = [];
  for (const [term = "", heard = ""] of hasHeadings ? lines.slice(1) : lines) {
    const entry = { term, heard: heard === "" ? null : heard };
    const problem = findProblem(entry);
    if (problem !== null) return { kind: "wrong", message: `“${term || heard}”: ${problem}` };
    entries.push(entry);
  }
  if (entries.length === 0) return { kind: "wrong", message: "The file has no terms." };
  return { kind: "ok", entries };
}

/** The problem of an entry, in one sentence; null if there is none. */
export function findProblem({ term, heard }: SpokenTerm): string | null {
  if (term === "") return "Enter a term.";
  if (Math.max([...term].length, [...(heard ?? "")].length) > TERM_LIMIT) {
    return `A term has at most ${TERM_LIMIT} characters.`;
  }
  return term === heard ? "A term is not replaced by itself." : null;
}
