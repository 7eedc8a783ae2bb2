import { AI_BUDGET_MS } from "../ai/turn.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { checkAccess } from "./agent-access.ts";
import { type AgentAttempt, checkKey, openAttempt } from "./agent-attempt.ts";
import type { AgentFunction, ParsedBody } from "./agent-function.ts";
import { checkActive, identifyCaller } from "./caller.ts";
import { doClaimedWork, inFlight } from "./claimed-work.ts";
import type { Environment } from "./environment.ts";
import { createFunctionHandler } from "./function-handler.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { type Claim, createRequestLedger } from "./request-ledger.ts";
import { BACKEND_LIMIT_MS, createServiceRest } from "./service-rest.ts";

// Outlives the provider's budget and the two slowest calls of the database around it, so that nobody
// loses a lease who is still at work.
const LEASE_SECONDS = (AI_BUDGET_MS + 3 * BACKEND_LIMIT_MS) / 1000;

/**
 * The road that every AI function takes:
 *
 *   method → caller → active → access → key → body → claim → work → stored reply
 *
 * Whoever is signed in leaves one detailed row per key, whatever becomes of the request. What is no
 * answer leaves as the one body of refusals.
 */
export function createAgentHandler<Input>(
  spec: AgentFunction<Input>,
  environment: Environment,
  ports: Ports,
): (request: Request) => Promise<Response> {
  const rest = createServiceRest(environment, ports);
  const ledger = createRequestLedger(rest, {
    functionName: spec.name,
    leaseSeconds: LEASE_SECONDS,
    pace: environment.pace,
  });

  async function serve(request: Request): Promise<Response> {
    const startedAt = ports.clock.now();
    const caller = await identifyCaller(request, environment, rest, ports);
    const attempt = openAttempt(request, caller, spec, environment, ports.clock, startedAt);

    let body: ParsedBody<Input>;
    let claim: Claim;
    try {
      checkActive(caller);
      checkAccess(caller, spec.agent);
      checkKey(request);
      body = await spec.parse(request);
      attempt.input = body.description;
      claim = await ledger.claim(attempt.identity, body.hash);
    } catch (error) {
      await note(attempt, "error", error);
      throw error;
    }

    switch (claim.outcome) {
      case "claimed":
        return await doClaimedWork(
          { spec, environment, ports, rest, ledger },
          attempt,
          body,
          claim.token,
        );
      case "finished":
        return jsonReply(claim.status, claim.reply);
      // The row of these two belongs to the request that holds the key.
      case "in_flight":
        throw inFlight(claim.retry_after);
      case "other_body":
        throw new Refused(422, "key_reused", "This Idempotency-Key belongs to another request.");
      case "rate_limited": {
        const refusal = new Refused(
          429,
          "rate_limited",
          "That was a lot at once. It will work again in a while.",
          { retryAfter: claim.retry_after },
        );
        await note(attempt, "rate_limited", refusal);
        throw refusal;
      }
    }
  }

  /** Writes the row of a request that never came to work. The reply does not depend on it. */
  async function note(attempt: AgentAttempt, status: LogStatus, error: unknown): Promise<void> {
    await ledger
      .logRefused(attempt.identity, attempt.entry(status, { error }))
      .catch(console.error);
  }

  return createFunctionHandler(environment, serve);
}
