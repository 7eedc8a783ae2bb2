import { z } from "zod/mini";

/** Why a server function did not answer. Callers decide by status and code, never by the message. */
export const refusalCodeSchema = z.enum([
  "unauthorized",
  "suspended",
  "no_agent_access",
  "no_company",
  "forbidden",
  "second_factor_required",
  "not_found",
  "email_taken",
  "malformed",
  "method_not_allowed",
  "too_large",
  "unsupported_type",
  "key_reused",
  "in_flight",
  "rate_limited",
  "ai_not_configured",
  "ai_failed",
  "internal",
]);
export type RefusalCode = z.infer<typeof refusalCodeSchema>;

/** The one body of every refusal. */
export const refusalSchema = z.object({
  error: z.object({ code: refusalCodeSchema, message: z.string(), field: z.optional(z.string()) }),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal as a client reads it: a server that is newer than the app may know more codes. */
export const receivedRefusalSchema = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
