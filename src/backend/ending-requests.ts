import { USER_BANNED } from "@contracts/auth-code.ts";
import { INSUFFICIENT_PRIVILEGE } from "@contracts/database-code.ts";
import { SUSPENDED } from "@contracts/refusal-code.ts";
import { readObject, requestAddress } from "./auth/auth-js-workarounds.ts";

type Fetch = typeof globalThis.fetch;

/** How long a request may stay without any answer (ms), unless its caller has a signal for it. */
export const PATIENCE_MS = 60_000;

/**
 * Wraps a fetch. A request that is not answered in time is aborted: a network that loses all packets
 * reports nothing, and the page would wait for ever. `giveUp` aborts all unanswered requests; it is
 * for the sign-out: the app does not use the answers that are still missing, and the backend would
 * refuse those requests with 401.
 */
export function openEndingRequests(fetch: Fetch): { fetch: Fetch; giveUp(): void } {
  const unanswered = new Set<AbortController>();
  return {
    async fetch(input, init) {
      // A request with its own signal is aborted by the code that made it.
      if (init?.signal) return fetch(input, init);
      const request = new AbortController();
      const timer = setTimeout(() => request.abort(), PATIENCE_MS);
      unanswered.add(request);
      try {
        return await fetch(input, { ...init, signal: request.signal });
      } finally {
        clearTimeout(timer);
        unanswered.delete(request);
      }
    },
    giveUp() {
      for (const request of unanswered) request.abort();
    },
  };
}

/**
 * The meaning of a refusal for the person whose session was used. `suspended`: they are
 * suspended. `doubt`: a table refused access, and suspension can be the reason.
 */
export type RefusalSign = "suspended" | "doubt";

/** Inspects every refusal that arrives; passes all replies on unchanged. */
export function watchRefusals(fetch: Fetch, noticed: (sign: RefusalSign) => void): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 400 && response.status !== 403) return response;
    const text = await response
      .clone()
      .text()
      .catch(() => "");
    const sign = readSign(requestAddress(input), readObject(text));
    if (sign !== null) noticed(sign);
    return response;
  };
}

/** Functions give the code in `{ error: { code } }`, the auth server in `error_code`, tables in `code`. */
function readSign(
  address: string,
  { error, error_code, code }: Readonly<Record<string, unknown>>,
): RefusalSign | null {
  const given = Object(error).code ?? error_code ?? code;
  if (address.includes("/functions/v1/") && given === SUSPENDED) return "suspended";
  // Only a refresh concerns this session; a new sign-in may be another person's.
  if (address.includes("grant_type=refresh_token") && given === USER_BANNED) return "suspended";
  return address.includes("/rest/v1/") && given === INSUFFICIENT_PRIVILEGE ? "doubt" : null;
}
