import { z } from "zod/mini";

/** Header with the id of a request, by which its lines in the logs are found. */
export const REQUEST_ID_HEADER = "X-Request-Id";
export const requestIdSchema = z.uuid();

/**
 * The line that a server function logs for each request: who called it, what came of it, and what the
 * provider took for it. It holds nothing of what was sent or answered.
 */
export const functionCallSchema = z.object({
  event: z.literal("function call"),
  /** ISO 8601. */
  time: z.string(),
  level: z.enum(["info", "error"]),
  request_id: requestIdSchema,
  /** Null until the person was known. */
  person_id: z.nullable(z.string()),
  function: z.string(),
  status: z.int(),
  /** `success`, or the code of the refusal. */
  outcome: z.string(),
  ms: z.number(),
  provider: z.array(
    z.object({
      model: z.string(),
      /** Null for a call that was given up. */
      ms: z.nullable(z.number()),
      /** In dollars; null if it is not known. */
      cost: z.nullable(z.number()),
    }),
  ),
});
export type FunctionCall = z.infer<typeof functionCallSchema>;
