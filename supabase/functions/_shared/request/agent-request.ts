import { AiFailure, refusalOfFailure } from "../ai/failure.ts";
import { AI_BUDGET_MS, type AiCall, startTurn } from "../ai/turn.ts";
import { AGENTS, type Agent } from "../contracts/agent.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from "../contracts/idempotency.ts";
import type { Profile } from "../contracts/person.ts";
import type { AgentFunction, Answer, ParsedBody } from "./agent-function.ts";
import { createBearerReader } from "./bearer.ts";
import { checkActive } from "./caller.ts";
import { type DetailedLogEntry, detailedLogEntry, type LoggedOutcome } from "./detailed-log.ts";
import type { Environment } from "./environment.ts";
import { type CallNotes, createFunctionHandler } from "./function-handler.ts";
import type { Ports } from "./ports.ts";
import { Refused } from "./refused.ts";
import { jsonReply } from "./replies.ts";
import { type Beginning, createRequestLedger, type RequestIdentity } from "./request-ledger.ts";
import { BACKEND_LIMIT_MS, createServiceRest } from "./service-rest.ts";
import { Stopped, unlessStopped } from "./stopping.ts";

/** When a request that was given up may be sent again, in seconds. */
const RESTART_PAUSE = 5;

/** One attempt of a signed-in person to send a request, and the contents of its detailed row. */
interface Attempt {
  identity: RequestIdentity;
  /** Description of the payload; null until the body was read. */
  input: string | null;
  /** The provider calls made so far. */
  calls: AiCall[];
  entry: (status: LogStatus, outcome: LoggedOutcome) => DetailedLogEntry;
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
  const { clock } = ports;
  const rest = createServiceRest(environment, ports);
  const { permission, answersQuestions } = AGENTS[spec.agent];
  const ledger = createRequestLedger(rest, {
    functionName: spec.name,
    access: { permission, needsCompany: answersQuestions },
    reads: spec.reads ?? { prompts: [], terms: 0 },
    pace: environment.pace,
  });
  const readBearer = createBearerReader(environment, ports);

  async function serve(request: Request, notes: CallNotes): Promise<Response> {
    const startedAt = clock.now();
    const bearer = await readBearer(request);
    notes.person = bearer.id;
    const attempt = openAttempt(request, bearer.id, startedAt);
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
    const begun = await ledger
      .begin(bearer, key, { hash: body.hash, leaseSeconds: leaseFor(budgetMs) })
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
        return await doWork(attempt, body, begun, budgetMs);
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

  function openAttempt({ headers }: Request, person: string, startedAt: number): Attempt {
    const sentKey = headers.get(IDEMPOTENCY_KEY_HEADER);
    const attempt: Attempt = {
      // A request with an invalid key still gets a row of its own, under a new key.
      identity: { person, key: sentKey && isKey(sentKey) ? sentKey : crypto.randomUUID() },
      input: null,
      calls: [],
      entry: (status, outcome) =>
        detailedLogEntry(
          {
            agent: AGENTS[spec.agent].logged,
            action: spec.action,
            headers,
            input: attempt.input,
            calls: attempt.calls,
            prices: environment.ai.prices,
            elapsedMs: clock.now() - startedAt,
          },
          status,
          outcome,
        ),
    };
    return attempt;
  }

  /**
   * Does the work of a request that was just claimed, and ends the claim: by storing the reply, or by
   * giving the claim back so that the request can be tried again.
   * @throws Refused, or the error that occurred on our side.
   */
  async function doWork(
    attempt: Attempt,
    body: ParsedBody<Input>,
    claimed: Extract<Beginning, { outcome: "claimed" }>,
    budgetMs: number,
  ): Promise<Response> {
    const { identity } = attempt;
    const { profile: caller, token, prompts, terms } = claimed;
    let answer: Answer;
    let kept: object | null = null;
    const keep = (value: object) => {
      kept = value;
    };
    try {
      const turn = startTurn(ports, attempt.calls, budgetMs);
      const settings = { prompts, terms };
      const work = spec.work(body.input, {
        ...{ caller, environment, rest, settings, turn },
        ...{ kept: claimed.kept, keep },
      });
      answer = await unlessStopped(work, ports.stopping);
    } catch (error) {
      const byProvider = error instanceof AiFailure;
      const entry = attempt.entry(byProvider ? "failed" : "error", { error });
      // If even this fails, the claim ends with its lease.
      await ledger.release(identity, token, entry, kept).catch(console.error);
      if (error instanceof Stopped) throw stoppedRefusal();
      throw byProvider ? refusalOfFailure(error) : error;
    }

    const stored = { status: 200, reply: answer.reply };
    const { output, files = [], grounding = null } = answer;
    const entry = attempt.entry("success", { output, files, grounding });
    try {
      if (await ledger.finish(identity, token, stored, entry)) return jsonReply(200, answer.reply);
    } catch (error) {
      await ledger.release(identity, token, attempt.entry("error", { error })).catch(console.error);
      throw error;
    }

    // The lease ran out and another call took the request over: that call's reply counts, unless it
    // gave the claim back.
    const again = await ledger.claim(identity, body.hash, leaseFor(budgetMs));
    if (again.outcome === "finished") return jsonReply(again.status, again.reply);
    if (
      again.outcome === "claimed" &&
      (await ledger.finish(identity, again.token, stored, entry))
    ) {
      return jsonReply(200, answer.reply);
    }
    throw inFlight(again.outcome === "in_flight" ? again.retry_after : 1);
  }

  /**
   * Writes the row of a request whose work never began. If that fails, the reply stays the same.
   */
  async function note(attempt: Attempt, status: LogStatus, error: unknown): Promise<void> {
    await ledger
      .logRefused(attempt.identity, attempt.entry(status, { error }))
      .catch(console.error);
  }

  return createFunctionHandler(spec.name, environment, ports, serve);
}

/**
 * A lease in seconds that is longer than the provider's budget and the slowest database calls before and after
 * it together, so that no call loses its lease while it is still working.
 */
function leaseFor(budgetMs: number): number {
  return Math.ceil((budgetMs + 3 * BACKEND_LIMIT_MS) / 1000);
}

/**
 * @throws Refused 400 if the request has a key that is no UUID. A request without a key is
 *   accepted.
 */
function checkKey({ headers }: Request): void {
  const sentKey = headers.get(IDEMPOTENCY_KEY_HEADER);
  if (sentKey === null || isKey(sentKey)) return;
  throw new Refused(400, "malformed", `${IDEMPOTENCY_KEY_HEADER} must be a UUID.`, {
    field: IDEMPOTENCY_KEY_HEADER,
  });
}

function isKey(value: string): boolean {
  return idempotencyKeySchema.safeParse(value).success;
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

/** For a request whose work was given up because the server ends: the next one takes it up. */
function stoppedRefusal(): Refused {
  return new Refused(503, "internal", "The server is being restarted. Please try again.", {
    retryAfter: RESTART_PAUSE,
  });
}

/** For a request that another call is working on. @param retryAfter seconds */
function inFlight(retryAfter: number): Refused {
  return new Refused(409, "in_flight", "This request is already being worked on.", { retryAfter });
}
