import { z } from "zod/mini";

/** What `create-user` answers; what it is asked is apart, with the passwords that nobody may choose. */
export const createUserReplySchema = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
});
export type CreateUserReply = z.infer<typeof createUserReplySchema>;
