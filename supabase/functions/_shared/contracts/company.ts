import { z } from "zod/mini";

/** A row of `companies`, as far as a list of them needs it. */
export const companySchema = z.object({ id: z.uuid(), name: z.string() });
export type Company = z.infer<typeof companySchema>;
