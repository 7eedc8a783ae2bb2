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
  return { kind: "later", cause: "network", code: "network", message, retryAfterMs: null };
}

/** Statuses that the person must look at; the rest of 4xx may pass with time or with a newer app. */
const REFUSALS = new Set([400, 403, 413, 415, 422]);

/**
 * PostgreSQL's code for a statement that was ended because it took too long. It is too much asked,
 * whatever status it comes with: a Supabase project says 500, the embedded backend 422.
 */
export const TOOK_TOO_LONG = "57014";

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
  if (REFUSALS.has(status) || code === TOOK_TOO_LONG) return { kind: "never", code, message };
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  return {
    kind: "later",
    cause: "busy",
    code,
    message,
    retryAfterMs: Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null,
  };
}
