import { z } from "zod/mini";

/** What an administrator can do for somebody who cannot sign in. */
const resetActionSchema = z.enum(["temporary_password", "recovery_link", "remove_factors"]);
export type ResetAction = z.infer<typeof resetActionSchema>;

/** Body of `reset-user`. */
export const resetUserRequestSchema = z.object({ user_id: z.uuid(), action: resetActionSchema });
export type ResetUserRequest = z.infer<typeof resetUserRequestSchema>;

/** Reply of `reset-user`. */
export const resetUserReplySchema = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("temporary_password"),
    /** Nobody can read it a second time. */
    temporary_password: z.string(),
    /** ISO 8601. */
    expires_at: z.string(),
  }),
  /** The Auth server has taken the order to send a mail to that address. */
  z.object({ action: z.literal("recovery_link"), email: z.string() }),
  z.object({ action: z.literal("remove_factors"), removed: z.int() }),
]);
export type ResetUserReply = z.infer<typeof resetUserReplySchema>;

/** A row of `account_changes`: what an administrator did to a person. */
export const accountChangeSchema = z.object({
  id: z.uuid(),
  /** Null for what only super administrators read. */
  company_id: z.nullable(z.uuid()),
  /** Null once the person is deleted. */
  person_id: z.nullable(z.uuid()),
  person_name: z.nullable(z.string()),
  person_email: z.nullable(z.string()),
  /** Null for the operator of the server, and for an account without an address. */
  actor_email: z.nullable(z.string()),
  action: z.enum([
    ...resetActionSchema.options,
    ...(["role", "status", "access", "company", "creation", "deletion"] as const),
  ]),
  /**
   * Before and after: a role, a status, agents separated by commas, or the name of a company. Of a
   * creation, `to_value` is the role, and `from_value` the company for which it failed.
   */
  from_value: z.nullable(z.string()),
  to_value: z.nullable(z.string()),
  /** `begun`: the server did not get as far as writing down the result. */
  result: z.enum(["begun", "done", "failed"]),
  created_at: z.string(),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

/** The key of `app_metadata` that says until when a password is a temporary one; ISO 8601. */
export const TEMPORARY_PASSWORD_UNTIL = "temporary_password_until";

/** Auth's `app_metadata`, as far as it tells of a temporary password. */
export const passwordMarkSchema = z.object({
  [TEMPORARY_PASSWORD_UNTIL]: z.optional(z.string()),
});
