import type { Person, PersonChange } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";
import type { PersonDatabase } from "../person-database.ts";
import {
  type Answer,
  applyOptimistic,
  confirmChange,
  putRow,
  type Rollback,
  removeOptimistic,
  replaceRows,
} from "./mirrored-rows.ts";
import { scopeOf } from "./scopes.ts";

/** Name of the scope that holds a company's people, or those without a company. */
export function peopleScope(companyId: string | null): string {
  return `people:${companyId ?? "none"}`;
}

/** Replaces the mirrored people of a company, or those without one, by what the server answered. */
export function replacePeople(
  db: PersonDatabase,
  companyId: string | null,
  answer: Answer<Person>,
): Promise<void> {
  const scope = scopeOf(db, peopleScope(companyId));
  return replaceRows(db.people, (person) => person.company_id === companyId, scope, answer);
}

/** The people of a company, or without one where it is null, who joined last first. */
export async function readPeople(db: PersonDatabase, companyId: string | null): Promise<Person[]> {
  // An index does not hold those without a value.
  const people =
    companyId === null
      ? (await db.people.toArray()).filter((person) => person.company_id === null)
      : await db.people.where("company_id").equals(companyId).toArray();
  return people.filter((person) => !person.leaving).sort(lastFirst);
}

/** As the server sorts. Not by locale, which takes ten times as long for thousands. */
function lastFirst(a: Person, b: Person): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  return a.id < b.id ? -1 : Number(a.id > b.id);
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
): Promise<Rollback> {
  return applyOptimistic(db.people, id, change, now);
}

/** Puts what the server confirmed of a person; somebody who has gone meanwhile stays away. */
export function confirmPersonChange(
  db: PersonDatabase,
  id: string,
  change: Partial<Person>,
  now: number,
): Promise<void> {
  return confirmChange(db.people, id, change, now);
}

/** Hides a person before the server has confirmed that they are deleted. */
export function showPersonGone(
  db: PersonDatabase,
  id: string,
  now: () => number,
): Promise<Rollback> {
  return removeOptimistic(db.people, id, now);
}
