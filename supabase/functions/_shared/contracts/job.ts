import { z } from "zod/mini";

/** A device that a job is about; a text that is not known is empty. */
export const equipmentSchema = z.object({
  maker: z._default(z.string(), ""),
  model: z._default(z.string(), ""),
  serial: z._default(z.string(), ""),
});
export type Equipment = z.infer<typeof equipmentSchema>;

/** A row of `jobs`: what entries belong to. A company calls it by its `number`. */
export const jobSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  number: z.string(),
  title: z.string(),
  customer: z.string(),
  site: z.string(),
  equipment: z.array(equipmentSchema),
  status: z.enum(["open", "closed"]),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Job = z.infer<typeof jobSchema>;

/** Longest texts of a job, in characters, and most devices. */
export const JOB_LIMITS = { number: 60, title: 200, customer: 200, site: 300, equipment: 50 };

/** What a person or a file states about a job. */
export type JobEntry = Pick<Job, "number" | "title" | "customer" | "site" | "equipment">;

/** A job as it is imported: of one that is there already, what it lacks stays as it is. */
export type ImportedJob = Pick<Job, "number"> & Partial<JobEntry & Pick<Job, "status">>;

/** A row of `job_import_tokens`: when a company's token was made, and when it was last used. */
export const jobImportTokenSchema = z.object({
  id: z.uuid(),
  company_id: z.uuid(),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
});
export type JobImportToken = z.infer<typeof jobImportTokenSchema>;
