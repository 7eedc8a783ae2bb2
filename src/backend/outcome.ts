import { QUERY_CANCELED } from "@contracts/database-code.ts";
import { NO_NETWORK } from "@contracts/device-code.ts";

/** What became of a request, decided by status and code alone. Only `sync` decides what follows. */
export type Outcome<T> =
  | { kind: "ok"; value: T }
  /** Worth another try. `network`: no word from the backend; `busy`: it said later. */
  | {
      kind: "later";
      cause: "network" | "busy";
      code: string;
      message: string;
      /** What the backend asked for, in ms; null when it said nothing. */
      retryAfterMs: number | null;
    }
  /** The session is not accepted any more. */
  | { kind: "sign-in" }
  /** The backend refused for good; the person must look. */
  | { kind: "never"; code: string; message: string };

/** No connection to the backend, or something between that is not it. */
export function unreachable(message = "No connection"): Extract<Outcome<never>, { kind: "later" }> {
  return { kind: "later", cause: "network", code: NO_NETWORK, message, retryAfterMs: null };
}

/** Statuses that the person must look at; the rest of 4xx may pass with time or with a newer app. */
const REFUSALS = new Set([400, 403, 413, 415, 422]);

/**
 * Reads what a backend's error reply means.
 * @param retryAfter the `Retry-After` header, in seconds
 */
export function refusedOutcome(
  status: number,
  code: string,
  message: string,
  retryAfter: string | null,
): Outcome<never> {
  if (status === 401) return { kind: "sign-in" };
  // A statement that took too long was too much asked for, whatever status it comes with: a Supabase
  // project says 500, the embedded backend 422.
  if (REFUSALS.has(status) || code === QUERY_CANCELED) return { kind: "never", code, message };
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return {
    kind: "later",
    cause: "busy",
    code,
    message,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
}
