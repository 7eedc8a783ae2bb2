import { z } from "zod/mini";
import { passwordFault } from "./password.ts";
import { plainName } from "./plain-name.ts";

/** Reply of `create-user`. */
export const createUserReplySchema = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  /** If the server made the password. Nobody can read it a second time. */
  temporary: z.optional(z.object({ password: z.string(), expires_at: z.string() })),
});
export type CreateUserReply = z.infer<typeof createUserReplySchema>;

/** Roles that a new person may be given. */
const newPersonRoleSchema = z.enum(["field_tech", "admin"]);
export type NewPersonRole = z.infer<typeof newPersonRoleSchema>;

/** Body of `create-user`. */
export const createUserRequestSchema = z
  .object({
    email: z.email().check(z.maxLength(255)),
    /** Absent: the server makes a temporary one, and tells it in the reply. */
    password: z.optional(z.string()),
    full_name: z.string().check(z.overwrite(plainName), z.minLength(1), z.maxLength(200)),
    role: newPersonRoleSchema,
    company_id: z.uuid(),
    can_use_snap_agent: z.boolean(),
    can_use_voice_agent: z.boolean(),
    /** Missing in the requests of earlier versions, which could not give it. */
    can_use_label_agent: z.optional(z.boolean()),
  })
  .check(({ value, issues }) => {
    if (value.password === undefined) return;
    const fault = passwordFault(value.password, value.email);
    if (fault === null) return;
    issues.push({ code: "custom", input: value.password, path: ["password"], message: fault });
  });
export type CreateUserRequest = z.infer<typeof createUserRequestSchema>;

/** Body of `delete-user`. */
export const deleteUserRequestSchema = z.object({ user_id: z.uuid() });
export type DeleteUserRequest = z.infer<typeof deleteUserRequestSchema>;

export const deleteUserReplySchema = z.object({ success: z.literal(true) });
export type DeleteUserReply = z.infer<typeof deleteUserReplySchema>;
