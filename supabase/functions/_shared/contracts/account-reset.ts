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

/** A row of `account_resets`. */
export const accountResetSchema = z.object({
  id: z.uuid(),
  /** Null for an account without an address. */
  actor_email: z.nullable(z.string()),
  action: resetActionSchema,
  /** `begun`: the server did not get as far as writing down the result. */
  result: z.enum(["begun", "done", "failed"]),
  created_at: z.string(),
});
export type AccountReset = z.infer<typeof accountResetSchema>;

/** The key of `app_metadata` that says until when a password is a temporary one; ISO 8601. */
export const TEMPORARY_PASSWORD_UNTIL = "temporary_password_until";

/** Auth's `app_metadata`, as far as it tells of a temporary password. */
export const passwordMarkSchema = z.object({
  [TEMPORARY_PASSWORD_UNTIL]: z.optional(z.string()),
});
