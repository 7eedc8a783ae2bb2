import type { Person } from "@contracts/person.ts";
import { personName } from "./person-name.ts";

/** People whose name or email address contains the typed text, ignoring case. */
export function findPeople(people: readonly Person[], typed: string): readonly Person[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return people;
  return people.filter(
    (person) =>
      personName(person).toLowerCase().includes(wanted) ||
      (person.email ?? "").toLowerCase().includes(wanted),
  );
}
