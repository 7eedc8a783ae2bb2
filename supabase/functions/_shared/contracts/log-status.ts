import { z } from "zod/mini";

/**
 * Outcome of a request in `detailed_agent_logs`: answered; our side broke or refused; refused for
 * pace; the AI provider failed, refused, or none is set up.
 */
export const logStatusSchema = z.enum(["success", "error", "rate_limited", "failed"]);
export type LogStatus = z.infer<typeof logStatusSchema>;
