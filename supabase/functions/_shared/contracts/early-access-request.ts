import { z } from "zod/mini";
import { newEarlyAccessRequestSchema, requestStatusSchema } from "./new-early-access-request.ts";

/** Longest notes about a request for early access, in characters. */
export const NOTES_LIMIT = 2_000;

/** A row of `contact_form_submissions` as the people who answer the request read it. */
export const earlyAccessRequestSchema = z.object({
  ...newEarlyAccessRequestSchema.shape,
  created_at: z.string(),
  status: requestStatusSchema,
  notes: z.nullable(z.string()),
});
export type EarlyAccessRequest = z.infer<typeof earlyAccessRequestSchema>;

/** The fields of a request that may be changed. */
export type EarlyAccessRequestChange = Partial<Pick<EarlyAccessRequest, "status" | "notes">>;
