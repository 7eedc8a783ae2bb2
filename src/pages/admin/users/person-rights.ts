import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";

/** What somebody may do with a person in the list. */
export interface PersonRights {
  /** Which agents the person may use. */
  editAccess: boolean;
  /** Their role, whether they are suspended, and whether they stay. */
  editStatus: boolean;
}

/** What an administrator may do with a person: nobody decides about their own status. */
export function rightsOver(
  viewer: { id: string; role: Role },
  person: Pick<Person, "id" | "role">,
): PersonRights {
  const editAccess =
    viewer.role === "super_admin" || (viewer.role === "admin" && person.role !== "super_admin");
  return { editAccess, editStatus: editAccess && viewer.id !== person.id };
}
