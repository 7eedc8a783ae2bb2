import { z } from "zod/mini";

/** Shortest password of a new person, in characters. */
export const PASSWORD_MINIMUM = 6;
/** Longest one, in bytes: bcrypt reads no further. */
export const PASSWORD_LIMIT_BYTES = 72;

/** Roles that a new person may be given. */
export const newPersonRoleSchema = z.enum(["field_tech", "admin"]);
export type NewPersonRole = z.infer<typeof newPersonRoleSchema>;

/** Body of `create-user`. */
export const createUserRequestSchema = z.object({
  email: z.email().check(z.maxLength(255)),
  password: z.string().check(z.minLength(PASSWORD_MINIMUM), (password) => {
    if (new TextEncoder().encode(password.value).length <= PASSWORD_LIMIT_BYTES) return;
    password.issues.push({ code: "custom", input: password.value });
  }),
  full_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  role: newPersonRoleSchema,
  company_id: z.uuid(),
  can_use_snap_agent: z.boolean(),
  can_use_voice_agent: z.boolean(),
});
export type CreateUserRequest = z.infer<typeof createUserRequestSchema>;

export const createUserReplySchema = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
});
export type CreateUserReply = z.infer<typeof createUserReplySchema>;
