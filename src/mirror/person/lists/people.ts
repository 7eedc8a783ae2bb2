import { type Person, profileSchema } from "@contracts/person.ts";
import { roleSchema } from "@contracts/role.ts";
import { z } from "zod/mini";
import { newestFirst, OF_COMPANY, rowsLike, type ServerList } from "./server-list.ts";

/** The profiles of the server; `columns` are those that the app reads. */
export const PROFILES = rowsLike("profiles", profileSchema);

/** The roles of people; a person without one is a technician. */
export const USER_ROLES = {
  source: "user_roles",
  columns: "user_id, role",
  schema: z.object({ user_id: z.uuid(), role: roleSchema }),
};

/** The people of a company, or people without a company; the newest first. */
export const PEOPLE: ServerList<Person, [string | null]> = {
  ...PROFILES,
  name: "people",
  // A profile comes without its role, which `pullPeople` adds.
  schema: z.object({ ...profileSchema.shape, role: roleSchema }),
  order: ["-created_at", "id"],
  tables: ["profiles", "user_roles"],
  match: OF_COMPANY,
  mirror: (db) => db.people,
  compare: newestFirst,
};
