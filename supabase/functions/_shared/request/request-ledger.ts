import { z } from "zod/mini";
import type { DetailedLogEntry } from "./detailed-log.ts";
import type { ServiceRest } from "./service-rest.ts";

/** What identifies a request: the person who sent it and the key they gave it. */
export interface RequestIdentity {
  person: string;
  key: string;
}

const claimSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("claimed"), token: z.uuid() }),
  z.object({ outcome: z.literal("finished"), status: z.int(), reply: z.unknown() }),
  z.object({ outcome: z.literal("in_flight"), retry_after: z.int() }),
  z.object({ outcome: z.literal("other_body") }),
  z.object({ outcome: z.literal("rate_limited"), retry_after: z.int() }),
]);
export type Claim = z.infer<typeof claimSchema>;

const finishSchema = z.object({ outcome: z.enum(["stored", "lost"]) });

/** How one function claims requests. */
export interface ClaimTerms {
  functionName: string;
  pace: { perMinute: number; perDay: number };
}

export type RequestLedger = ReturnType<typeof createRequestLedger>;

/**
 * The ledger that makes sending a request twice harmless (`agent_requests`, where its states are
 * drawn). Every call throws an Error when the database cannot be reached.
 */
export function createRequestLedger(rest: ServiceRest, terms: ClaimTerms) {
  return {
    claim: async (
      request: RequestIdentity,
      bodyHash: string,
      leaseSeconds: number,
    ): Promise<Claim> =>
      claimSchema.parse(
        await rest.call("claim_agent_request", {
          ...request,
          called: terms.functionName,
          hash: bodyHash,
          lease_seconds: leaseSeconds,
          per_minute: terms.pace.perMinute,
          per_day: terms.pace.perDay,
        }),
      ),

    /** Stores the reply and the row together. False if another call has the lease now. */
    finish: async (
      request: RequestIdentity,
      token: string,
      answer: { status: number; reply: object },
      entry: DetailedLogEntry,
    ): Promise<boolean> => {
      const result = await rest.call("finish_agent_request", {
        ...request,
        token,
        ...answer,
        entry,
      });
      return finishSchema.parse(result).outcome === "stored";
    },

    /** Gives the claim back, so that the request may be tried again. */
    release: async (request: RequestIdentity, token: string, entry: DetailedLogEntry) => {
      await rest.call("release_agent_request", { ...request, token, entry });
    },

    /** Logs a request that was refused before it could be claimed. */
    logRefused: async (request: RequestIdentity, entry: DetailedLogEntry) => {
      await rest.call("log_refused_agent_request", { ...request, entry });
    },
  };
}
