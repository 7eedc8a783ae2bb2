import { randomUUID } from "node:crypto";
import type { Clock } from "#platform/ports.ts";

/** As the functions have it: longer than the provider's budget and the database around it. */
export const LEASE_MS = 90_000;
/** The longest that a request in flight is told to wait, in seconds. */
const LONGEST_WAIT_S = 5;

/** One sending of a request. */
export interface LedgerRequest {
  personId: string;
  key: string;
  functionName: string;
  /** Of the payload. */
  hash: string;
}

export type Claim =
  | { outcome: "claimed"; token: string }
  | { outcome: "finished"; reply: object }
  /** Seconds until it is worth asking again. */
  | { outcome: "in_flight"; retryAfter: number }
  | { outcome: "other_body" };

/** What makes sending a request twice harmless. */
export interface Ledger {
  claim(request: LedgerRequest): Claim;
  /** Stores the reply. @returns false when the claim went to somebody else meanwhile */
  finish(request: LedgerRequest, token: string, reply: object): boolean;
}

interface Entry {
  functionName: string;
  hash: string;
  token: string;
  leaseUntil: number;
  /** Null while it is worked on. */
  reply: object | null;
}

/** The `agent_requests` table and its functions, as the migration draws their states. */
export function createModelLedger(clock: Pick<Clock, "ticks">): Ledger {
  const entries = new Map<string, Entry>();
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
      const token = randomUUID();
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
