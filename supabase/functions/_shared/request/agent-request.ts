import { AI_BUDGET_MS } from "../ai/turn.ts";
import { AGENTS, type Agent } from "../contracts/agent.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import type { Profile } from "../contracts/person.ts";
import { type AgentAttempt, checkKey, openAttempt } from "./agent-attempt.ts";
import type { AgentFunction, ParsedBody } from "./agent-function.ts";
import { createBearerReader } from "./bearer.ts";
import { checkActive } from "./caller.ts";
import { doClaimedWork, inFlight } from "./claimed-work.ts";
import type { Environment } from "./environment.ts";
import { type CallNotes, createFunctionHandler } from "./function-handler.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { createRequestLedger } from "./request-ledger.ts";
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
 *   method → token → key → body → (session → active → access → claim) → work → stored reply
 *
 * Those in brackets are one call of the database. A body that is refused is refused after them: who may
 * not use the agent learns nothing else.
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
  const { permission, answersQuestions } = AGENTS[spec.agent];
  const ledger = createRequestLedger(rest, {
    functionName: spec.name,
    access: { permission, needsCompany: answersQuestions },
    reads: spec.reads ?? { prompts: [], terms: 0 },
    pace: environment.pace,
  });
  const bearerOf = createBearerReader(environment, ports);

  async function serve(request: Request, notes: CallNotes): Promise<Response> {
    const startedAt = ports.clock.now();
    const bearer = await bearerOf(request);
    notes.person = bearer.id;
    const attempt = openAttempt(request, bearer.id, spec, environment, ports.clock, startedAt);
    notes.calls = attempt.calls;
    const { key } = attempt.identity;

    /** Refuses with `reason`, unless the person may not use the agent at all. */
    const refuse = async (profile: Profile, reason: unknown): Promise<never> => {
      try {
        checkActive(profile);
        checkAccess(profile, spec.agent);
        throw reason;
      } catch (error) {
        await note(attempt, "error", error);
        throw error;
      }
    };

    let body: ParsedBody<Input>;
    try {
      checkKey(request);
      body = await spec.parse(request);
    } catch (error) {
      return await refuse((await ledger.begin(bearer, key, null)).profile, error);
    }
    attempt.input = body.description;
    const budgetMs = spec.budget?.(body.input, environment) ?? AI_BUDGET_MS;
    const leaseSeconds = leaseFor(budgetMs);
    const begun = await ledger
      .begin(bearer, key, { hash: body.hash, leaseSeconds })
      .catch(async (error) => {
        // A request of an ended session is not logged.
        if (!(error instanceof Refused)) await note(attempt, "error", error);
        throw error;
      });

    switch (begun.outcome) {
      case "unclaimed":
        return await refuse(
          begun.profile,
          new Error("A request was not claimed of a person who may use the agent."),
        );
      case "claimed":
        return await doClaimedWork(
          { ...{ spec, environment, ports, rest, ledger }, budgetMs, leaseSeconds },
          attempt,
          body,
          begun,
        );
      case "finished":
        return jsonReply(begun.status, begun.reply);
      // No row for these two outcomes: it belongs to the request that holds the key.
      case "in_flight":
        throw inFlight(begun.retry_after);
      case "other_body":
        throw new Refused(422, "key_reused", "This Idempotency-Key belongs to another request.");
      case "rate_limited": {
        const refusal = new Refused(
          429,
          "rate_limited",
          "That was a lot at once. It will work again in a while.",
          { retryAfter: begun.retry_after },
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

/**
 * Refuses people who may not use an agent. An agent that answers questions needs a company, whose
 * documents it answers from; an agent with a permission needs that permission.
 * @throws Refused 403
 */
function checkAccess(caller: Profile, agent: Agent): void {
  const { name, permission, answersQuestions } = AGENTS[agent];
  if (answersQuestions && caller.company_id === null) {
    throw new Refused(
      403,
      "no_company",
      `You need to be assigned to a company to use the ${name}.`,
    );
  }
  if (permission !== null && !caller[permission]) {
    throw new Refused(403, "no_agent_access", `You do not have access to the ${name}.`);
  }
}
