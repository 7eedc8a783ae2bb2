import type { ActivityLog } from "@contracts/agent-log.ts";
import type { Person } from "@contracts/person.ts";

/** Who an entry is of, in words. */
export interface Author {
  name: string;
  /** Null when it is not known any more. */
  email: string | null;
}

/** Who did what a log tells. @param people those of the company, by id */
export function authorOf(
  { user_id }: Pick<ActivityLog, "user_id">,
  people: ReadonlyMap<string, Person>,
): Author {
  if (user_id === null) return { name: "Deleted user", email: null };
  const person = people.get(user_id);
  if (person === undefined) return { name: "Not in this company any more", email: null };
  return { name: person.full_name ?? "Unnamed User", email: person.email };
}
