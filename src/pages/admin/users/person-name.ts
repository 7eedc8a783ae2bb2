import type { Person } from "@contracts/person.ts";

/** A person's name in the list. */
export function personName({ full_name }: Pick<Person, "full_name">): string {
  return full_name?.trim() || "Unnamed User";
}
