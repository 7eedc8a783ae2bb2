import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";

/** What a viewer may do with a person in the list. */
export interface PersonRights {
  /** May change which agents the person may use. */
  editAccess: boolean;
  /** May change the person's role, suspend them, and delete them. */
  editStatus: boolean;
}

/** What an administrator may do with a person. Nobody may change their own status. */
export function rightsOver(
  viewer: { id: string; role: Role },
  person: Pick<Person, "id" | "role">,
): PersonRights {
  const editAccess =
    viewer.role === "super_admin" || (viewer.role === "admin" && person.role !== "super_admin");
  return { editAccess, editStatus: editAccess && viewer.id !== person.id };
}
