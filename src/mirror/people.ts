import type { Person, PersonChange, Role } from "@contracts/person.ts";
import {
  type Answer,
  putRow,
  replaceRows,
  showChange,
  showGone,
  type TakeBack,
} from "./mirrored-rows.ts";
import type { PersonDatabase } from "./person-database.ts";
import { scopeOf } from "./scopes.ts";

/** Name of the scope that holds a company's people. */
export function peopleScope(companyId: string): string {
  return `people:${companyId}`;
}

/** Replaces the mirrored people of a company by what the server answered. */
export function replacePeople(
  db: PersonDatabase,
  companyId: string,
  answer: Answer<Person>,
): Promise<void> {
  const scope = scopeOf(db, peopleScope(companyId));
  return replaceRows(db.people, (person) => person.company_id === companyId, scope, answer);
}

/** The people of a company, who joined last first. */
export async function readPeople(db: PersonDatabase, companyId: string): Promise<Person[]> {
  const people = await db.people.where("company_id").equals(companyId).toArray();
  return people
    .filter((person) => !person.leaving)
    .sort((a, b) => b.created_at.localeCompare(a.created_at));
}

export function putPerson(db: PersonDatabase, person: Person, now: number): Promise<void> {
  return putRow(db.people, person, now);
}

/** Shows a change of a person before the server has confirmed it. */
export function showPersonChange(
  db: PersonDatabase,
  id: string,
  change: PersonChange & { role?: Role },
  now: () => number,
): Promise<TakeBack> {
  return showChange(db.people, id, change, now);
}

/** Hides a person before the server has confirmed that they are deleted. */
export function showPersonGone(
  db: PersonDatabase,
  id: string,
  now: () => number,
): Promise<TakeBack> {
  return showGone(db.people, id, now);
}
