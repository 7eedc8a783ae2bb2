import { AiFailure, refusalForFailure } from "../ai/failure.ts";
import { choosePrompt } from "../ai/prompts.ts";
import { AI_BUDGET_MS, type AiTurn } from "../ai/turn.ts";
import { AGENTS, type Agent } from "../contracts/agent.ts";
import type { PromptKey } from "../contracts/built-in-prompts.ts";
import type { LogStatus } from "../contracts/detailed-log.ts";
import { IDEMPOTENCY_KEY_HEADER, idempotencyKeySchema } from "../contracts/idempotency.ts";
import type { Profile } from "../contracts/person.ts";
import type { SpokenTerm } from "../contracts/vocabulary.ts";
import { checkActive, createBearerReader } from "./caller.ts";
import { type DetailedLogEntry, detailedLogEntry, type LoggedOutcome } from "./detailed-log.ts";
import type { Environment } from "./environment.ts";
import { type CallNotes, createFunctionHandler } from "./function-handler.ts";
import { type Ports, Stopped, systemPorts, unlessStopped } from "./ports.ts";
import { Refused, tooMuch } from "./refused.ts";
import { malformed } from "./request-body.ts";
import { type Beginning, createRequestLedger } from "./request-ledger.ts";
import { BACKEND_LIMIT_MS, createServiceRest, type ServiceRest } from "./service-rest.ts";

/** The parts of an AI function that are its own. */
interface AgentFunction<Input> {
  /** As in the URL and in the ledger. */
  name: string;
  agent: Agent;
  /** Its name in the detailed log. */
  action: string;
  /** Which prompts of the caller's company its work reads. */
  prompts: readonly PromptKey[];
  /** How many terms of the company's vocabulary its work reads; none when it is not given. */
  mostTerms?: number;
  /** @throws Refused when the body is not what the contract asks for. */
  parse: (request: Request) => Promise<ParsedBody<Input>>;
  /** How long the provider may take for this input, in ms; `AI_BUDGET_MS` when it is not given. */
  budget?: (input: Input, environment: Environment) => number;
  /** @throws AiFailure when the provider gave no usable answer. */
  work: (input: Input, context: WorkContext) => Promise<Answer>;
}

interface ParsedBody<Input> {
  input: Input;
  /** Equal only for equal payloads: tells a repetition from another request with the same key. */
  hash: string;
  /** A short description of the payload for the detailed log. */
  description: string;
}

export interface WorkContext {
  caller: Profile;
  environment: Environment;
  rest: ServiceRest;
  /** The company's prompt and vocabulary as they were when the request was claimed. */
  prompt: (key: PromptKey) => string;
  terms: readonly SpokenTerm[];
  turn: AiTurn;
  /** What an earlier attempt of the request has kept; null if there is nothing. */
  kept: unknown;
  /** Keeps something for the next attempt, if this one fails. */
  keep: (kept: object) => void;
}

interface Answer extends LoggedOutcome {
  /** What the caller gets, now and whenever they repeat the request. */
  reply: object;
}

/**
 * An AI function: what makes its handler. Each request goes through these steps:
 *
 *   method → token → key → body → (session → active → access → claim) → work → stored reply
 *
 * Those in brackets are one call of the database. A body that is refused is refused after them: who may
 * not use the agent learns nothing else. Each key of a signed-in person leaves one detailed row.
 */
export function agentFunction<Input>(spec: AgentFunction<Input>) {
  return (environment: Environment, ports: Ports = systemPorts) =>
    createFunctionHandler(spec.name, environment, ports, createServe(spec, environment, ports));
}

function createServe<Input>(spec: AgentFunction<Input>, environment: Environment, ports: Ports) {
  const { clock } = ports;
  const rest = createServiceRest(environment, ports);
  const { logged, permission, answersQuestions } = AGENTS[spec.agent];
  const { name: functionName, prompts, mostTerms = 0 } = spec;
  const ledger = createRequestLedger(rest, {
    ...{ functionName, permission, needsCompany: answersQuestions, prompts, mostTerms },
    pace: environment.pace,
  });
  const readBearer = createBearerReader(environment, ports);

  return async (request: Request, notes: CallNotes) => {
    const startedAt = clock.now();
    const bearer = await readBearer(request);
    notes.person = bearer.id;
    const { calls } = notes;
    const { headers } = request;
    const sentKey = headers.get(IDEMPOTENCY_KEY_HEADER);
    const validKey = idempotencyKeySchema.safeParse(sentKey).data;
    // A request with an invalid key still gets a row of its own, under a new key.
    const identity = { person: bearer.id, key: validKey ?? crypto.randomUUID() };
    /** Description of the payload; null until the body was read. */
    let input: string | null = null;

    const entry = (status: LogStatus, outcome: LoggedOutcome): DetailedLogEntry => {
      const { prices } = environment.ai;
      const elapsedMs = clock.now() - startedAt;
      const about = {
        agent: logged,
        action: spec.action,
        headers,
        input,
        calls,
        prices,
        elapsedMs,
      };
      return detailedLogEntry(about, status, outcome);
    };

    /** Writes the row of a request whose work never began. If that fails, the reply stays the same. */
    const note = (status: LogStatus, error: unknown) =>
      ledger.logRefused(identity, entry(status, { error })).catch(console.error);

    /** Refuses with `reason`, unless the person may not use the agent at all. */
    const refuse = async (profile: Profile, reason: unknown): Promise<never> => {
      try {
        checkActive(profile);
        checkAccess(profile, spec.agent);
        throw reason;
      } catch (error) {
        await note("error", error);
        throw error;
      }
    };

    let body: ParsedBody<Input>;
    try {
      // A request without a key is accepted.
      if (sentKey !== null && validKey === undefined) {
        throw malformed(IDEMPOTENCY_KEY_HEADER, `${IDEMPOTENCY_KEY_HEADER} must be a UUID.`);
      }
      body = await spec.parse(request);
    } catch (error) {
      return await refuse((await ledger.begin(bearer, identity.key, null)).profile, error);
    }
    input = body.description;
    const budgetMs = spec.budget?.(body.input, environment) ?? AI_BUDGET_MS;
    // Longer than the provider's budget and the slowest database calls before and after it together, so
    // that no call loses its lease while it is still working.
    const leaseSeconds = Math.ceil((budgetMs + 3 * BACKEND_LIMIT_MS) / 1000);
    const begun = await ledger
      .begin(bearer, identity.key, { hash: body.hash, leaseSeconds })
      .catch(async (error) => {
        // A request of an ended session is not logged.
        if (!(error instanceof Refused)) await note("error", error);
        throw error;
      });

    /**
     * Does the work of a request that was just claimed, and ends the claim: by storing the reply, or by
     * giving the claim back so that the request can be tried again.
     * @throws Refused, or the error that occurred on our side.
     */
    const doWork = async ({ profile: caller, token, prompts, terms, kept: before }: Claimed) => {
      let answer: Answer;
      let kept: object | null = null;
      const keep = (value: object) => {
        kept = value;
      };
      try {
        const turn = { ports, calls, deadline: clock.now() + budgetMs };
        const prompt = (key: PromptKey) => choosePrompt(prompts, key);
        const context = { caller, environment, rest, prompt, terms, turn, kept: before, keep };
        answer = await unlessStopped(spec.work(body.input, context), ports.stopping);
      } catch (error) {
        const byProvider = error instanceof AiFailure;
        // If even this fails, the claim ends with its lease.
        await ledger
          .release(identity, token, entry(byProvider ? "failed" : "error", { error }), kept)
          .catch(console.error);
        // The next request takes the work up.
        if (error instanceof Stopped) {
          const message = "The server is being restarted. Please try again.";
          throw new Refused(503, "internal", message, { retryAfter: 5 });
        }
        throw byProvider ? refusalForFailure(error) : error;
      }

      const { reply, ...outcome } = answer;
      const stored = { status: 200, reply };
      const success = entry("success", outcome);
      try {
        if (await ledger.finish(identity, token, stored, success)) return stored;
      } catch (error) {
        await ledger.release(identity, token, entry("error", { error })).catch(console.error);
        throw error;
      }

      // The lease ran out and another call took the request over: that call's reply counts, unless it
      // gave the claim back.
      const again = await ledger.claim(identity, body.hash, leaseSeconds);
      if (again.outcome === "finished") return again;
      const isOurs = again.outcome === "claimed";
      if (isOurs && (await ledger.finish(identity, again.token, stored, success))) return stored;
      throw inFlight(again.outcome === "in_flight" ? again.retry_after : 1);
    };

    switch (begun.outcome) {
      case "unclaimed":
        return await refuse(
          begun.profile,
          new Error("A request was not claimed of a person who may use the agent."),
        );
      case "claimed":
        return await doWork(begun);
      case "finished":
        return begun;
      // No row for these two outcomes: it belongs to the request that holds the key.
      case "in_flight":
        throw inFlight(begun.retry_after);
      case "other_body":
        throw new Refused(422, "key_reused", "This Idempotency-Key belongs to another request.");
      case "rate_limited": {
        const refusal = tooMuch(begun.retry_after);
        await note("rate_limited", refusal);
        throw refusal;
      }
    }
  };
}

type Claimed = Extract<Beginning, { outcome: "claimed" }>;

/**
 * Refuses people who may not use an agent. An agent that answers questions needs a company, whose
 * documents it answers from; an agent with a permission needs that permission.
 * @throws Refused 403
 */
function checkAccess(caller: Profile, agent: Agent): void {
  const { name, permission, answersQuestions } = AGENTS[agent];
  if (answersQuestions && caller.company_id === null) {
    const message = `You need to be assigned to a company to use the ${name}.`;
    throw new Refused(403, "no_company", message);
  }
  if (permission !== null && !caller[permission]) {
    throw new Refused(403, "no_agent_access", `You do not have access to the ${name}.`);
  }
}

/** For a request that another call is working on. @param retryAfter seconds */
function inFlight(retryAfter: number): Refused {
  return new Refused(409, "in_flight", "This request is already being worked on.", { retryAfter });
}
