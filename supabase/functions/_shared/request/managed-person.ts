import { z } from "zod/mini";
import { type Person, profileSchema } from "../contracts/person.ts";
import { readRole } from "./person-role.ts";
import { Refused } from "./refused.ts";
import type { ServiceRest } from "./service-rest.ts";

/**
 * The person of that id, if the caller manages them.
 * @throws Refused 404, the same for a person who does not exist and for one the caller may not know of
 */
export async function findManagedPerson(
  rest: ServiceRest,
  caller: Person,
  id: string,
): Promise<Person> {
  const rows = await rest.select("profiles", { id: `eq.${id}`, select: "*" });
  const [profile] = z.array(profileSchema).parse(rows);
  if (!profile) throw notManaged();
  const person = { ...profile, role: await readRole(rest, id) };
  if (!manages(caller, person)) throw notManaged();
  return person;
}

/** The same rule as `private.manages` in the database. */
function manages(caller: Person, person: Person): boolean {
  return (
    caller.role === "super_admin" ||
    (caller.company_id !== null &&
      person.company_id === caller.company_id &&
      person.role !== "super_admin")
  );
}

export function notManaged(): Refused {
  return new Refused(404, "not_found", "There is no such person among those you manage.");
}
