import type { RefusalCode } from "./refusal.ts";

/*
 * The codes that devices check for. They are apart from the schemas, which a page need not load to compare a code.
 */
export const SUSPENDED = "suspended" satisfies RefusalCode;
export const SECOND_FACTOR_REQUIRED = "second_factor_required" satisfies RefusalCode;
export const EMAIL_TAKEN = "email_taken" satisfies RefusalCode;
export const IN_FLIGHT = "in_flight" satisfies RefusalCode;
export const RATE_LIMITED = "rate_limited" satisfies RefusalCode;
export const INTERNAL = "internal" satisfies RefusalCode;
export const AI_FAILED = "ai_failed" satisfies RefusalCode;
export const AI_NOT_CONFIGURED = "ai_not_configured" satisfies RefusalCode;

/**
 * Why an item has not arrived yet, if the device itself found the reason; all other codes come from
 * the server.
 */
export type DeviceCode =
  | "network"
  | "sign_in"
  | "device"
  | "unknown_kind"
  | "photo_missing"
  | "nothing_said"
  | "arrived_elsewhere";

/** The backend did not answer. */
export const NO_NETWORK = "network" satisfies DeviceCode;
