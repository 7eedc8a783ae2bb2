import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Name of the scope that holds a company's golden set. */
export function goldenScope(companyId: string): string {
  return `golden-questions:${companyId}`;
}

/** Replaces the mirrored golden set of a company by what the server answered. */
export async function replaceGoldenQuestions(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<GoldenQuestion>,
): Promise<void> {
  const scope = {
    name: goldenScope(companyId),
    holds: (row: GoldenQuestion) => row.company_id === companyId,
  };
  await replaceRows(db, db.goldenQuestions, scope, answer);
}

/** A company's golden set, newest first. */
export async function readGoldenQuestions(
  db: PersonDatabase,
  companyId: string,
): Promise<GoldenQuestion[]> {
  const rows = await db.goldenQuestions.where("company_id").equals(companyId).toArray();
  return rows
    .filter((row) => !row.leaving)
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}
