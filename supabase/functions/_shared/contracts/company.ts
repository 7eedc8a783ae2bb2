import { z } from "zod/mini";

/** A row of `company_overview`: a company, how many people and files belong to it, and what they do. */
export const companySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.string(),
  user_count: z.number(),
  file_count: z.number(),
  /** Whether its administrators need a second factor to write. */
  require_second_factor: z.boolean(),
  /** When its people last used an agent; null if they never did. */
  last_active_at: z.nullable(z.string()),
  /** How many answers there are to look at. */
  waiting: z.number(),
});
export type Company = z.infer<typeof companySchema>;

/** Longest name of a company, in characters. */
export const COMPANY_NAME_LIMIT = 200;
