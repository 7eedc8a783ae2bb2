import type { Person } from "@contracts/person.ts";
import type { PersonDatabase } from "../person-database.ts";
import { type Answer, replaceRows } from "./replace-rows.ts";

/** Name of the scope that holds a company's people, or those without a company. */
export function peopleScope(companyId: string | null): string {
  return `people:${companyId ?? "none"}`;
}

/** Replaces the mirrored people of a company, or those without one, by what the server answered. */
export async function replacePeople(
  db: PersonDatabase,
  companyId: string | null,
  answer: Answer<Person>,
): Promise<void> {
  const holds = (person: Person) => person.company_id === companyId;
  await replaceRows(db, db.people, { name: peopleScope(companyId), holds }, answer);
}

/** The people of a company, or people without a company if it is null; the newest first. */
export async function readPeople(db: PersonDatabase, companyId: string | null): Promise<Person[]> {
  // An index does not contain rows whose value is null.
  const people =
    companyId === null
      ? (await db.people.toArray()).filter((person) => person.company_id === null)
      : await db.people.where("company_id").equals(companyId).toArray();
  return people.filter((person) => !person.leaving).sort(lastFirst);
}

/**
 * The server's order. Not compared by locale, which takes ten times as long for thousands of rows.
 */
function lastFirst(a: Person, b: Person): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
