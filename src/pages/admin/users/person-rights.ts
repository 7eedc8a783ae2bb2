import type { Person } from "@contracts/person.ts";
import type { Role } from "@contracts/role.ts";

/** The rights of a viewer over a person in the list. */
export interface PersonRights {
  /** May change which agents the person may use. */
  editAccess: boolean;
  /** May change the person's role, suspend them, and delete them. */
  editStatus: boolean;
  /** May set a temporary password, and remove second factors. */
  resetSignIn: boolean;
}

/**
 * The rights of an administrator over a person. Nobody may change their own status. Anybody who sets a
 * person's password can sign in as them: only a super administrator may for administrators.
 */
export function rightsOver(
  viewer: { id: string; role: Role },
  person: Pick<Person, "id" | "role">,
): PersonRights {
  const editAccess =
    viewer.role === "super_admin" || (viewer.role === "admin" && person.role !== "super_admin");
  const editStatus = editAccess && viewer.id !== person.id;
  const resetSignIn = editStatus && (viewer.role === "super_admin" || person.role === "field_tech");
  return { editAccess, editStatus, resetSignIn };
}
