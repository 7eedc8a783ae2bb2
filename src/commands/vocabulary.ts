import { UNIQUE_VIOLATION } from "@contracts/database-code.ts";
import {
  type NewVocabularyTerm,
  type SpokenTerm,
  VOCABULARY_LIMIT,
  type VocabularyTerm,
} from "@contracts/vocabulary.ts";
import type { Outcome } from "../backend/outcome.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { replaceVocabulary } from "../mirror/person/lists/vocabulary.ts";
import { type Command, type CommandResult, confirmed, failed } from "./command-result.ts";

type VocabularyCommand = Command<"vocabulary">;

/** Entries per request: its body stays far below what a backend takes. */
const BATCH = 200;

/**
 * Adds an entry to a company's vocabulary. @param id that of a deleted entry brings the same one back
 */
export async function addTerm(
  { db, backend, now }: VocabularyCommand,
  entry: SpokenTerm & { company_id: string },
  id: string = crypto.randomUUID(),
): Promise<CommandResult> {
  const { company_id, term, heard } = entry;
  const row: NewVocabularyTerm = { id, company_id, term, heard, created_by: db.personId };
  const terms = mirroredList(db.vocabularyTerms);
  const shown = { ...row, created_at: new Date(now()).toISOString() };
  return confirmed(
    await terms.addOptimistic(shown, now),
    inWords(backend.vocabulary.add(db.personId, [row])),
    async ([added]) => {
      if (added !== undefined) await terms.put(added, now());
    },
  );
}

async function inWords<T>(sent: Promise<Outcome<T>>): Promise<Outcome<T>> {
  const outcome = await sent;
  if (outcome.kind !== "later" || outcome.code !== UNIQUE_VIOLATION) return outcome;
  return { ...outcome, message: "The vocabulary has this already." };
}

/** Deletes an entry of a company's vocabulary. */
export async function removeTerm(
  { db, backend, now }: VocabularyCommand,
  { id }: VocabularyTerm,
): Promise<CommandResult> {
  const hide = () => mirroredList(db.vocabularyTerms).removeOptimistic(id, now);
  return confirmed(await hide(), backend.vocabulary.delete(db.personId, id), async () => {
    await hide();
  });
}

/** What an import did: `known` entries were there before. */
export type Imported =
  | { kind: "done"; added: number; known: number }
  | { kind: "failed"; message: string; added: number };

/**
 * Adds many entries. Those that the server has already, or that are named twice, are left out. When
 * the connection breaks in between, another import of the same entries adds the rest.
 */
export async function importTerms(
  { db, backend, now }: VocabularyCommand,
  company_id: string,
  entries: readonly SpokenTerm[],
): Promise<Imported> {
  const askedAt = now();
  const there = await backend.vocabulary.terms(db.personId, company_id);
  if (there.kind !== "ok") return { ...failed(there), added: 0 };
  await replaceVocabulary(db, company_id, { rows: there.value, askedAt, now: now() });
  const keys = new Set(there.value.map(keyOf));
  const fresh = entries.filter((entry) => {
    const key = keyOf(entry);
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
    const sent = await inWords(backend.vocabulary.add(db.personId, rows));
    if (sent.kind !== "ok") return { ...failed(sent), added };
    await db.vocabularyTerms.bulkPut(sent.value.map((row) => ({ ...row, mirroredAt: now() })));
    added += sent.value.length;
  }
  return { kind: "done", added, known: entries.length - fresh.length };
}

/** What the server has once in a vocabulary: a term, or a heard form, however it is capitalised. */
function keyOf({ term, heard }: SpokenTerm): string {
  return heard === null ? `term ${term.toLowerCase()}` : `heard ${heard.toLowerCase()}`;
}
