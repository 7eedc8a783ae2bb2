import { z } from "zod/mini";
import { requestStatusSchema } from "./new-early-access-request.ts";

/** Longest notes about a request for early access, in characters. */
export const NOTES_LIMIT = 2_000;

/** A row of `contact_form_submissions` as the people who answer the request read it. */
export const earlyAccessRequestSchema = z.object({
  id: z.uuid(),
  company: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  field_tech_count: z.string(),
  current_crm: z.string(),
  created_at: z.string(),
  status: requestStatusSchema,
  notes: z.nullable(z.string()),
});
export type EarlyAccessRequest = z.infer<typeof earlyAccessRequestSchema>;

/** The fields of a request that may be changed. */
export type EarlyAccessRequestChange = Partial<Pick<EarlyAccessRequest, "status" | "notes">>;
