import { z } from "zod/mini";

export const roleSchema = z.enum(["field_tech", "admin", "super_admin"]);
export type Role = z.infer<typeof roleSchema>;

/** A row of `profiles`. */
export const profileSchema = z.object({
  id: z.uuid(),
  full_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company_id: z.nullable(z.uuid()),
  status: z.enum(["active", "suspended"]),
  created_at: z.string(),
  can_use_voice_agent: z.boolean(),
  can_use_snap_agent: z.boolean(),
  can_use_label_agent: z.boolean(),
});
export type Profile = z.infer<typeof profileSchema>;
