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
  "unsupported_type",
  "undecodable",
  "key_reused",
  "in_flight",
  "rate_limited",
  "mail_not_configured",
  "ai_not_configured",
  "ai_failed",
  "internal",
]);
export type RefusalCode = z.infer<typeof refusalCodeSchema>;

/** The codes that devices check for. */
export const SUSPENDED = "suspended" satisfies RefusalCode;
export const SECOND_FACTOR_REQUIRED = "second_factor_required" satisfies RefusalCode;
export const NO_COMPANY = "no_company" satisfies RefusalCode;
export const EMAIL_TAKEN = "email_taken" satisfies RefusalCode;
export const IN_FLIGHT = "in_flight" satisfies RefusalCode;
export const RATE_LIMITED = "rate_limited" satisfies RefusalCode;
export const AI_NOT_CONFIGURED = "ai_not_configured" satisfies RefusalCode;

/** The body that every refusal has. */
export const refusalSchema = z.object({
  error: z.object({ code: refusalCodeSchema, message: z.string(), field: z.optional(z.string()) }),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** A refusal as a client reads it: a server that is newer than the app may know more codes. */
export const receivedRefusalSchema = z.object({
  error: z.object({ code: z.string(), message: z.string() }),
});
