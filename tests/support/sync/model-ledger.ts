import type { Clock } from "#platform/ports.ts";

/** The same value as in the functions: longer than the provider's time and the database calls. */
export const LEASE_MS = 90_000;
/** The longest time that the caller of a request in flight is told to wait, in seconds. */
const LONGEST_WAIT_S = 5;

/** One transmission of a request. */
export interface LedgerRequest {
  personId: string;
  key: string;
  functionName: string;
  /** The SHA-256 of the payload. */
  hash: string;
}

export type Claim =
  | { outcome: "claimed"; token: string }
  | { outcome: "finished"; reply: object }
  /** After that many seconds the caller may ask again. */
  | { outcome: "in_flight"; retryAfter: number }
  | { outcome: "other_body" };

/** Makes it harmless to send a request twice. */
export interface Ledger {
  claim(request: LedgerRequest): Claim;
  /** Stores the reply. @returns false when another request has taken the claim meanwhile */
  finish(request: LedgerRequest, token: string, reply: object): boolean;
}

interface Entry {
  functionName: string;
  hash: string;
  token: string;
  leaseUntil: number;
  /** Null while the request is in progress. */
  reply: object | null;
}

/** A model of the `agent_requests` table and its functions, with the states of the migration. */
export function createModelLedger(clock: Pick<Clock, "ticks">): Ledger {
  const entries = new Map<string, Entry>();
  let claims = 0;
  const nameOf = ({ personId, key }: LedgerRequest) => `${personId} ${key}`;

  return {
    claim(request) {
      const { functionName, hash } = request;
      const found = entries.get(nameOf(request));
      if (found !== undefined) {
        if (found.functionName !== functionName || found.hash !== hash) {
          return { outcome: "other_body" };
        }
        if (found.reply !== null) return { outcome: "finished", reply: found.reply };
        const left = found.leaseUntil - clock.ticks();
        if (left > 0) {
          return {
            outcome: "in_flight",
            retryAfter: Math.min(LONGEST_WAIT_S, Math.max(1, Math.ceil(left / 1000))),
          };
        }
      }
      const token = `token ${++claims}`;
      const leaseUntil = clock.ticks() + LEASE_MS;
      entries.set(nameOf(request), { functionName, hash, token, leaseUntil, reply: null });
      return { outcome: "claimed", token };
    },

    finish(request, token, reply) {
      const entry = entries.get(nameOf(request));
      if (entry === undefined || entry.token !== token || entry.reply !== null) return false;
      entry.reply = reply;
      return true;
    },
  };
}
