import { z } from "zod/mini";
import { agentLogSchema } from "./agent-log.ts";

/** A row of `agent_logs` as administrators read it: with the company it was written in. */
export const activityLogSchema = z.object({
  ...agentLogSchema.shape,
  company_id: z.nullable(z.uuid()),
});
export type ActivityLog = z.infer<typeof activityLogSchema>;
