import { AI_BUDGET_MS } from "../ai/turn.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { checkAccess } from "./agent-access.ts";
import { type AgentAttempt, checkKey, openAttempt } from "./agent-attempt.ts";
import type { AgentFunction, ParsedBody } from "./agent-function.ts";
import { checkActive, identifyCaller } from "./caller.ts";
import { doClaimedWork, inFlight } from "./claimed-work.ts";
import type { Environment } from "./environment.ts";
import { type CallNotes, createFunctionHandler } from "./function-handler.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { type Claim, createRequestLedger } from "./request-ledger.ts";
import { BACKEND_LIMIT_MS, createServiceRest } from "./service-rest.ts";

/**
 * Longer than the provider's budget and the slowest database calls before and after it together, so
 * that no call loses its lease while it is still working.
 */
function leaseFor(budgetMs: number): number {
  return Math.ceil((budgetMs + 3 * BACKEND_LIMIT_MS) / 1000);
}

/**
 * Makes the handler of an AI function. Each request goes through these steps:
 *
 *   method → caller → active → access → key → body → claim → work → stored reply
 *
 * A request of a signed-in person leaves one detailed row per key, whatever its outcome. Every
 * failure is answered with the body that all refusals have.
 */
export function createAgentHandler<Input>(
  spec: AgentFunction<Input>,
  environment: Environment,
  ports: Ports,
): (request: Request) => Promise<Response> {
  const rest = createServiceRest(environment, ports);
  const ledger = createRequestLedger(rest, {
    functionName: spec.name,
    pace: environment.pace,
  });

  async function serve(request: Request, notes: CallNotes): Promise<Response> {
    const startedAt = ports.clock.now();
    const { profile: caller } = await identifyCaller(request, environment, rest, ports);
    const attempt = openAttempt(request, caller, spec, environment, ports.clock, startedAt);
    notes.person = caller.id;
    notes.calls = attempt.calls;

    let body: ParsedBody<Input>;
    let claim: Claim;
    let budgetMs: number;
    try {
      checkActive(caller);
      checkAccess(caller, spec.agent);
      checkKey(request);
      body = await spec.parse(request);
      attempt.input = body.description;
      budgetMs = spec.budget?.(body.input, environment) ?? AI_BUDGET_MS;
      claim = await ledger.claim(attempt.identity, body.hash, leaseFor(budgetMs));
    } catch (error) {
      await note(attempt, "error", error);
      throw error;
    }

    switch (claim.outcome) {
      case "claimed":
        return await doClaimedWork(
          {
            ...{ spec, environment, ports, rest, ledger },
            budgetMs,
            leaseSeconds: leaseFor(budgetMs),
          },
          attempt,
          body,
          claim.token,
        );
      case "finished":
        return jsonReply(claim.status, claim.reply);
      // No row for these two outcomes: it belongs to the request that holds the key.
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

  /**
   * Writes the row of a request whose work never began. If that fails, the reply stays the same.
   */
  async function note(attempt: AgentAttempt, status: LogStatus, error: unknown): Promise<void> {
    await ledger
      .logRefused(attempt.identity, attempt.entry(status, { error }))
      .catch(console.error);
  }

  return createFunctionHandler(spec.name, environment, ports, serve);
}
