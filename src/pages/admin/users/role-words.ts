import type { Role } from "@contracts/role.ts";

/** Roles by the names that people know them by. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  field_tech: "Field Technician",
  admin: "Administrator",
  super_admin: "Super Admin",
};
