import type { Role } from "@contracts/role.ts";

/** The visible names of the roles. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  field_tech: "Field Technician",
  admin: "Administrator",
  super_admin: "Super Admin",
};
