import { z } from "zod/mini";
import { type Role, roleSchema } from "../contracts/role.ts";
import type { ServiceRest } from "./service-rest.ts";

const rowsSchema = z.array(z.object({ role: roleSchema }));

/**
 * A person's role, read again with the server's rights; a person without a row is a field
 * technician.
 */
export async function readRole(rest: ServiceRest, personId: string): Promise<Role> {
  const rows = await rest.select("user_roles", { user_id: `eq.${personId}`, select: "role" });
  return rowsSchema.parse(rows)[0]?.role ?? "field_tech";
}
