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

/** The parts of a note that "Copy for CRM" can copy. */
export const COPY_PARTS = ["job", "person", "summary", "transcription"] as const;
export type CopyPart = (typeof COPY_PARTS)[number];

/**
 * A row of `companies`, as every device of the company keeps it: what "Copy for CRM" copies, in this
 * order; null: what it copies where nothing was chosen.
 */
export const copyLayoutSchema = z.object({
  id: z.uuid(),
  copy_layout: z.nullable(z.array(z.enum(COPY_PARTS))),
});
export type CopyLayout = z.infer<typeof copyLayoutSchema>;

/** Longest name of a company, in characters. */
export const COMPANY_NAME_LIMIT = 200;
