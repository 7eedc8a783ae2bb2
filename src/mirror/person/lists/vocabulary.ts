import {
  type CorrectedNote,
  correctedNoteSchema,
  type VocabularyTerm,
  vocabularyTermSchema,
} from "@contracts/vocabulary.ts";
import type { DismissedTerm, PersonDatabase } from "../person-database.ts";
import { newestFirst, OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** "HX-90" comes before "HX-200". */
const order = new Intl.Collator(undefined, { numeric: true });

/** A company's vocabulary, sorted by term. */
export const VOCABULARY: ServerList<VocabularyTerm, [string | null]> = {
  name: "vocabulary",
  ...rowsLike("vocabulary_terms", vocabularyTermSchema),
  order: ["-created_at", "id"],
  match: OF_COMPANY,
  mirror: (db) => db.vocabularyTerms,
  compare: (a, b) => order.compare(a.term, b.term) || order.compare(a.heard ?? "", b.heard ?? ""),
};

/** A company's last corrected notes, from which replacements are proposed. */
export const CORRECTED_NOTES: ServerList<CorrectedNote, [string | null]> = {
  name: "corrected-notes",
  ...rowsLike("corrected_notes", correctedNoteSchema),
  order: ["-created_at", "id"],
  limit: 500,
  tables: ["entry_changes"],
  match: OF_COMPANY,
  mirror: (db) => db.correctedNotes,
  compare: newestFirst,
};

/** The words that are not to be proposed for a company again. */
export async function readDismissedTerms(db: PersonDatabase, companyId: string): Promise<string[]> {
  const rows = await db.dismissedTerms.where("company_id").equals(companyId).toArray();
  return rows.map(({ term }) => term);
}

/** Notes that a word is not to be proposed again, or may be again. */
export async function dismissTerm(
  db: PersonDatabase,
  dismissed: DismissedTerm,
  isDismissed = true,
): Promise<void> {
  const { company_id, term } = dismissed;
  if (isDismissed) await db.dismissedTerms.put({ company_id, term });
  else await db.dismissedTerms.delete([company_id, term]);
}
