import { z } from "zod/mini";

/** Body of `delete-user`. */
export const deleteUserRequestSchema = z.object({ user_id: z.uuid() });
export type DeleteUserRequest = z.infer<typeof deleteUserRequestSchema>;

export const deleteUserReplySchema = z.object({ success: z.literal(true) });
export type DeleteUserReply = z.infer<typeof deleteUserReplySchema>;
