import { z } from "zod/mini";
import { requestStatusSchema } from "./new-early-access-request.ts";

/** Longest notes about a request for early access, in characters. */
export const NOTES_LIMIT = 2_000;

/** A row of `contact_form_submissions`, as who answers it reads it. */
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

/** What may be changed of it. */
export type EarlyAccessRequestChange = Partial<Pick<EarlyAccessRequest, "status" | "notes">>;
