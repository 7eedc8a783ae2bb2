import { z } from "zod/mini";
import { promptRowSchema } from "../ai/prompts.ts";
import { spokenTermsSchema } from "../ai/transcribe.ts";
import type { Permission } from "../contracts/agent.ts";
import type { PromptKey } from "../contracts/built-in-prompts.ts";
import { type Profile, profileSchema } from "../contracts/person.ts";
import { type Bearer, temporaryPassword, unauthorized } from "./caller.ts";
import type { DetailedLogEntry } from "./detailed-log.ts";
import type { ServiceRest } from "./service-rest.ts";

/** What identifies a request: the person who sent it and the key they gave it. */
export interface RequestIdentity {
  person: string;
  key: string;
}

const claimed = {
  outcome: z.literal("claimed"),
  token: z.uuid(),
  /** What an earlier attempt has kept; null if there is nothing. */
  kept: z.nullable(z.unknown()),
};
const finished = { outcome: z.literal("finished"), status: z.int(), reply: z.unknown() };
const later = { outcome: z.enum(["in_flight", "rate_limited"]), retry_after: z.int() };

const claimSchema = z.discriminatedUnion("outcome", [
  z.object(claimed),
  z.object(finished),
  z.object(later),
  z.object({ outcome: z.literal("other_body") }),
]);

const profile = profileSchema;
const beginningSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["no_session", "temporary_password"]) }),
  z.object({
    ...{ ...claimed, profile },
    // What the work reads of the caller's company.
    ...{ prompts: z.array(promptRowSchema), terms: spokenTermsSchema },
  }),
  z.object({ ...finished, profile }),
  z.object({ ...later, profile }),
  z.object({ outcome: z.enum(["other_body", "unclaimed"]), profile }),
]);
/** How a request of a person begins whose session lasts. */
export type Beginning = Extract<z.infer<typeof beginningSchema>, { profile: Profile }>;

/** How one function claims requests. */
interface ClaimTerms {
  functionName: string;
  pace: { perMinute: number; perDay: number };
  /** What the person needs. */
  permission?: Permission | null;
  needsCompany?: boolean;
  /** What is read of the company when a request is claimed. */
  prompts?: readonly PromptKey[];
  mostTerms?: number;
}

/**
 * The ledger that makes sending a request twice harmless (`agent_requests`, where its states are
 * drawn). Every call throws an Error when the database cannot be reached.
 */
export function createRequestLedger(rest: ServiceRest, terms: ClaimTerms) {
  const { permission = null, needsCompany = false, prompts = [], mostTerms = 0 } = terms;
  const { perMinute: per_minute, perDay: per_day } = terms.pace;
  const called = terms.functionName;
  return {
    /**
     * Claims a request if its person may use the agent; without a body's hash, only finds out who they
     * are.
     * @throws Refused 401 when the session has ended, 403 when it began with a temporary password
     */
    async begin(
      bearer: Bearer,
      key: string,
      body: { hash: string; leaseSeconds: number } | null,
    ): Promise<Beginning> {
      const begun = beginningSchema.parse(
        await rest.call("begin_agent_request", {
          ...{ person: bearer.id, session: bearer.session, by_password: bearer.byPassword },
          ...{ key, called, hash: body?.hash ?? null, lease_seconds: body?.leaseSeconds ?? 0 },
          ...{ per_minute, per_day, permission, needs_company: needsCompany },
          ...{ prompts, most_terms: mostTerms },
        }),
      );
      if ("profile" in begun) return begun;
      throw begun.outcome === "no_session" ? unauthorized() : temporaryPassword();
    },

    async claim(request: RequestIdentity, hash: string, lease_seconds: number) {
      const limits = { lease_seconds, per_minute, per_day };
      return claimSchema.parse(
        await rest.call("claim_agent_request", { ...request, called, hash, ...limits }),
      );
    },

    /** Stores the reply and the row together. False if another call has the lease now. */
    async finish(
      request: RequestIdentity,
      token: string,
      answer: { status: number; reply: object },
      entry: DetailedLogEntry,
    ): Promise<boolean> {
      const stored = { ...request, token, ...answer, entry };
      const result = await rest.call("finish_agent_request", stored);
      const schema = z.object({ outcome: z.enum(["stored", "lost"]) });
      return schema.parse(result).outcome === "stored";
    },

    /**
     * Gives the claim back, so that the request may be tried again.
     * @param kept what the next attempt need not do again; null keeps what was kept before
     */
    async release(
      request: RequestIdentity,
      token: string,
      entry: DetailedLogEntry,
      kept: object | null = null,
    ): Promise<void> {
      await rest.call("release_agent_request", { ...request, token, entry, kept });
    },

    /** Logs a request that was refused before it could be claimed. */
    async logRefused(request: RequestIdentity, entry: DetailedLogEntry): Promise<void> {
      await rest.call("log_refused_agent_request", { ...request, entry });
    },
  };
}
