import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import {
  type NewVocabularyTerm,
  type SpokenTerm,
  VOCABULARY_LIMIT,
} from "@contracts/vocabulary.ts";
import { VOCABULARY } from "../mirror/person/lists/vocabulary.ts";
import { type Command, type CommandResult, failed } from "./command-result.ts";
import { addRow, loadRows } from "./list-rows.ts";

/** Entries per request: its body stays far below what a backend takes. */
const BATCH = 200;

const TWICE = { [UNIQUE_VIOLATION]: "The vocabulary has this already." };

/**
 * Adds an entry to a company's vocabulary. @param id that of a deleted entry brings the same one back
 */
export function addTerm(
  command: Command<"rows">,
  entry: SpokenTerm & { company_id: string },
  id: string = crypto.randomUUID(),
): Promise<CommandResult> {
  const { company_id, term, heard } = entry;
  const sent: NewVocabularyTerm = { id, company_id, term, heard, created_by: command.db.personId };
  const row = { ...sent, created_at: new Date(command.now()).toISOString() };
  return addRow(command, VOCABULARY, row, sent, TWICE);
}

/** The result of an import: `known` entries were there before. */
export type Imported =
  | { kind: "done"; added: number; known: number }
  | { kind: "failed"; message: string; added: number };

/**
 * Adds many entries. Those that the server has already, or that are named twice, are left out. When
 * the connection breaks in between, another import of the same entries adds the rest.
 */
export async function importTerms(
  command: Command<"rows">,
  company_id: string,
  entries: readonly SpokenTerm[],
): Promise<Imported> {
  const { db, backend, now } = command;
  const there = await loadRows(command, VOCABULARY, company_id);
  if (there.kind !== "ok") return { ...failed(there), added: 0 };
  const keys = new Set(there.value.map(uniqueKey));
  const fresh = entries.filter((entry) => {
    const key = uniqueKey(entry);
    return !keys.has(key) && keys.add(key);
  });
  const room = VOCABULARY_LIMIT - there.value.length;
  if (fresh.length > room) {
    const ones = fresh.length === 1 ? "1 new one" : `${fresh.length} new ones`;
    const message = `A vocabulary has at most ${VOCABULARY_LIMIT} entries. There is room for ${Math.max(0, room)}, and the file has ${ones}.`;
    return { kind: "failed", message, added: 0 };
  }
  let added = 0;
  for (let from = 0; from < fresh.length; from += BATCH) {
    const rows = fresh.slice(from, from + BATCH).map(({ term, heard }): NewVocabularyTerm => {
      return { id: crypto.randomUUID(), company_id, term, heard, created_by: db.personId };
    });
    const sent = await backend.rows.add(db.personId, VOCABULARY, rows);
    if (sent.kind !== "ok") return { ...failed(sent, TWICE), added };
    await db.vocabularyTerms.bulkPut(sent.value.map((row) => ({ ...row, mirroredAt: now() })));
    added += sent.value.length;
  }
  return { kind: "done", added, known: entries.length - fresh.length };
}

/** The key that is unique in a vocabulary: of a term, or a heard form, however it is capitalised. */
function uniqueKey({ term, heard }: SpokenTerm): string {
  return heard === null ? `term ${term.toLowerCase()}` : `heard ${heard.toLowerCase()}`;
}
