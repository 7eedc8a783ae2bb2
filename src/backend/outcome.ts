import { QUERY_CANCELED } from "@contracts/database-code.ts";
import { NO_NETWORK } from "@contracts/refusal-code.ts";

/** How to send requests to the backend without supabase-js. */
export interface Server {
  /** Without a slash at its end. */
  url: string;
  publicKey: string;
  fetch: typeof fetch;
}

/**
 * The result of a request, determined only by status and code. Only `sync` decides what to do next.
 */
export type Outcome<T> =
  | { kind: "ok"; value: T }
  /** Can be tried again. `network`: no reply from the backend; `busy`: the backend said "later". */
  | {
      kind: "later";
      cause: "network" | "busy";
      code: string;
      message: string;
      /** The pause that the backend asked for, in ms; null when it named none. */
      retryAfterMs: number | null;
    }
  /** The session is not accepted any more. */
  | { kind: "sign-in" }
  /** The backend refused for good; the person must act. */
  | { kind: "never"; code: string; message: string };

/** The message of an outcome without any answer. */
const NO_CONNECTION = "No connection";

/**
 * The outcome when there is no connection to the backend, or another server answered in its place.
 */
export function unreachable(message = NO_CONNECTION): Extract<Outcome<never>, { kind: "later" }> {
  return { kind: "later", cause: "network", code: NO_NETWORK, message, retryAfterMs: null };
}

/** The message of a refusal or an error; null if nothing went wrong or nothing answered. */
export function refusalMessage(outcome: Outcome<unknown> | null): string | null {
  if (outcome?.kind !== "never" && outcome?.kind !== "later") return null;
  return outcome.message === NO_CONNECTION ? null : outcome.message;
}

/**
 * Statuses after which the person must act; other 4xx statuses may pass with time or with a newer
 * app.
 */
const REFUSALS = new Set([400, 403, 413, 415, 422]);

/** Turns an error reply of the backend into an `Outcome`. */
export function refusedOutcome(
  status: number,
  code: string,
  message: string,
  retryAfter: string | null,
): Outcome<never> {
  if (status === 401) return { kind: "sign-in" };
  // A statement that took too long will do so again, so the person must act. Its status differs: a
  // hosted Supabase project answers 500, the embedded backend 422.
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
