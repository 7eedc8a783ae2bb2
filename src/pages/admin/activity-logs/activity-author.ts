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
export function authorOf(
  { user_id }: Pick<ActivityLog, "user_id">,
  people: ReadonlyMap<string, Person>,
): Author {
  if (user_id === null) return { name: "Deleted user", email: null };
  const person = people.get(user_id);
  if (person === undefined) return { name: "Not in this company any more", email: null };
  return { name: person.full_name ?? "Unnamed User", email: person.email };
}
