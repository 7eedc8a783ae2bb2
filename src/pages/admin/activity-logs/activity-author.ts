import type { ActivityLog } from "@contracts/agent-log.ts";
import type { Person } from "@contracts/person.ts";

/** The author of a log entry, as text. */
export interface Author {
  name: string;
  /** Null if it is no longer known. */
  email: string | null;
}

/**
 * The author of a log entry.
 * @param people the people of the company, by id
 */
export function findAuthor(
  { user_id }: Pick<ActivityLog, "user_id">,
  people: ReadonlyMap<string, Person>,
): Author {
  if (user_id === null) return { name: "Deleted user", email: null };
  const person = people.get(user_id);
  if (person === undefined) return { name: "Not in this company any more", email: null };
  return { name: personName(person), email: person.email };
}

/** The names of people by their ids; of those who share a name, with the address. */
export function namesById(people: readonly Person[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const person of people) {
    counts.set(personName(person), (counts.get(personName(person)) ?? 0) + 1);
  }
  return new Map(
    people.map((person) => {
      const name = personName(person);
      return [person.id, counts.get(name) === 1 ? name : `${name} (${person.email})`];
    }),
  );
}

function personName({ full_name }: Person): string {
  return full_name ?? "Unnamed User";
}
