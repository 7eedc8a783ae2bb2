import { z } from "zod/mini";

/** Longest quote of a passage that is kept with an answer, in characters. */
export const GROUNDING_QUOTE_LIMIT = 200;

/**
 * What an answer of a model rests on, as its detailed row keeps it. The passages are in the order
 * in which the model was given them: the first was its [1].
 */
export const answerGroundingSchema = z.object({
  /** `version` is a hash: it changes whenever the prompt or the application's rules after it do. */
  prompt: z.object({ key: z.string(), version: z.string() }),
  passages: z.array(
    z.object({
      file_id: z.uuid(),
      file_name: z.string(),
      chunk_no: z.number(),
      page: z.nullable(z.number()),
      heading: z.nullable(z.string()),
      /** When the version of the document was indexed; null if the document is gone. */
      indexed_at: z.nullable(z.string()),
      /** The words that are closest to the question. */
      quote: z.string(),
      /** Whether the answer cites it. */
      cited: z.boolean(),
    }),
  ),
  check: z.object({
    /** How many sentences claim something, and how many of them the cited passages support. */
    claims: z.number(),
    supported: z.number(),
    /** Whether the model was asked once more. */
    asked_again: z.boolean(),
    /** What was wrong, with the reasons: in the first answer, or in the second if there was one. */
    problems: z.array(z.string()),
  }),
});
export type AnswerGrounding = z.infer<typeof answerGroundingSchema>;
