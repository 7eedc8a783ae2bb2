import { z } from "zod/mini";

/**
 * Where a captured item stands on its way to the server. `done` is not among them: it exists only
 * inside the transaction that stores the result and removes the item.
 */
export const itemStateSchema = z.enum([
  "queued",
  "sending",
  "waiting",
  "needs-sign-in",
  "needs-attention",
]);

/** Why an item did not arrive yet: a code to decide by and a sentence to show. */
export const itemReasonSchema = z.object({ code: z.string(), message: z.string() });
export type ItemReason = z.infer<typeof itemReasonSchema>;
