import { z } from "zod/mini";

/** Why a server function did not answer. Callers check status and code, never the message. */
const refusalCodeSchema = z.enum([
  "unauthorized",
  "suspended",
  "no_agent_access",
  "no_company",
  "forbidden",
  "second_factor_required",
  "temporary_password",
  "not_found",
  "email_taken",
  "malformed",
  "method_not_allowed",
  "too_large",
  "too_short",
  "unsupported_type",
  "undecodable",
  "key_reused",
  "in_flight",
  "rate_limited",
  "mail_not_configured",
  "ai_not_configured",
  "ai_failed",
  "ai_declined",
  "internal",
]);
export type RefusalCode = z.infer<typeof refusalCodeSchema>;

/** The body that every refusal has. */
export const refusalSchema = z.object({
  error: z.object({ code: refusalCodeSchema, message: z.string(), field: z.optional(z.string()) }),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal as a client reads it: a server that is newer than the app may know more codes. */
export const receivedRefusalSchema = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
