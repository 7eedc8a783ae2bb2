import { z } from "zod/mini";

export const roleSchema = z.enum(["field_tech", "admin", "super_admin"]);
export type Role = z.infer<typeof roleSchema>;
