import type { VocabularyTerm } from "@contracts/vocabulary.ts";
import type { DismissedTerm, PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Name of the scope that holds a company's vocabulary. */
export function vocabularyScope(companyId: string): string {
  return `vocabulary:${companyId}`;
}

/** Replaces the mirrored vocabulary of a company by what the server answered. */
export async function replaceVocabulary(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<VocabularyTerm>,
): Promise<void> {
  const scope = {
    name: vocabularyScope(companyId),
    holds: (row: VocabularyTerm) => row.company_id === companyId,
  };
  await replaceRows(db, db.vocabularyTerms, scope, answer);
}

/** A company's vocabulary, sorted by term. */
export async function readVocabulary(
  db: PersonDatabase,
  companyId: string,
): Promise<VocabularyTerm[]> {
  const rows = await db.vocabularyTerms.where("company_id").equals(companyId).toArray();
  return rows
    .filter((row) => !row.leaving)
    .sort((a, b) => order.compare(a.term, b.term) || order.compare(a.heard ?? "", b.heard ?? ""));
}

/** "HX-90" comes before "HX-200". */
const order = new Intl.Collator(undefined, { numeric: true });

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
