import { z } from "zod/mini";
import { AiFailure } from "../_shared/ai/failure.ts";
import { type AiTurn, figuresOf, startTurn } from "../_shared/ai/turn.ts";
import { AGENTS } from "../_shared/contracts/agent.ts";
import type { LogStatus } from "../_shared/contracts/detailed-log.ts";
import { type GoldenQuestion, goldenQuestionSchema } from "../_shared/contracts/golden-question.ts";
import {
  type GoldenChange,
  type GoldenOutcome,
  type GoldenRunReply,
  type GoldenRunRequest,
  goldenRunRequestSchema,
} from "../_shared/contracts/golden-run.ts";
import type { Person } from "../_shared/contracts/person.ts";
import { questionReplySchema } from "../_shared/contracts/question.ts";
import { answerQuestion } from "../_shared/grounding/answer-question.ts";
import { retrieve } from "../_shared/grounding/retrieve.ts";
import {
  type AdministratorContext,
  createAdministratorHandler,
} from "../_shared/request/administrator-request.ts";
import { detailedLogEntry } from "../_shared/request/detailed-log.ts";
import type { Environment } from "../_shared/request/environment.ts";
import { readJson } from "../_shared/request/json-body.ts";
import { type Ports, systemPorts } from "../_shared/request/ports.ts";
import { Refused } from "../_shared/request/refused.ts";
import { createRequestLedger } from "../_shared/request/request-ledger.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";
import { judgeAnswer, judgePassages } from "./judge.ts";
import { openTrial } from "./trial-rest.ts";

const terms = { limit: 64 * 1024, tooLarge: "This is more than a prompt and five questions." };

/** How long the provider may take for one request, in ms: the whole reply comes within a minute. */
const BUDGET_MS = 45_000;
/** How many questions are answered at the same time. */
const AT_ONCE = 3;

/** The name of such runs in the detailed log. */
const ACTION = "golden-run";

interface Run {
  input: GoldenRunRequest;
  caller: Person;
  rest: ServiceRest;
  environment: Environment;
  turn: AiTurn;
}

/**
 * `golden-run`: answers golden questions of a company before and after a change that is not made yet,
 * and says which answers are as expected. Nothing is written but the row of the detailed log.
 */
export function createHandler(
  environment: Environment,
  ports: Ports = systemPorts,
): (request: Request) => Promise<Response> {
  return createAdministratorHandler(
    {
      name: "golden-run",
      parse: (request) => readJson(request, goldenRunRequestSchema, terms),
      work: (input, context) => work(input, context, environment, ports),
    },
    environment,
    ports,
  );
}

async function work(
  input: GoldenRunRequest,
  { caller, rest, headers, calls }: AdministratorContext,
  environment: Environment,
  ports: Ports,
): Promise<GoldenRunReply> {
  checkScope(caller, input.company_id);
  await takeTurn(rest, caller.id, environment);
  const startedAt = ports.clock.now();
  const questions = await readQuestions(rest, input);
  if (questions.length === 0) return { results: [], cost: 0, model_calls: 0 };
  const asked = questions.map(({ question }) => question).join("\n");
  const note = (status: LogStatus, outcome: { output?: string; error?: unknown }) =>
    rest.insert("detailed_agent_logs", {
      user_id: caller.id,
      user_email: caller.email,
      company_id: input.company_id,
      request_key: crypto.randomUUID(),
      ...detailedLogEntry(
        {
          agent: AGENTS[input.agent].logged,
          action: ACTION,
          headers,
          input: asked,
          calls,
          prices: environment.ai.prices,
          elapsedMs: ports.clock.now() - startedAt,
        },
        status,
        outcome,
      ),
    });
  try {
    const turn = startTurn(ports, calls, BUDGET_MS);
    const run = { input, caller, rest, environment, turn };
    const results = await inParallel(questions, async (question) => {
      return { id: question.id, ...(await compare(run, question)) };
    });
    const words = results.map(({ before, after }) => `${before} → ${after}`).join("\n");
    const isAnswered = results.some(({ after }) => after !== "unknown");
    await note(isAnswered ? "success" : "failed", { output: words });
    const cost = calls.length === 0 ? 0 : figuresOf(calls, environment.ai.prices).estimated_cost;
    return { results, cost, model_calls: calls.length };
  } catch (error) {
    // What was spent is in the log, whatever went wrong afterwards.
    await note("error", { error }).catch(console.error);
    throw error;
  }
}

/** An administrator may run only the golden set of their own company. */
function checkScope(caller: Person, companyId: string): void {
  if (caller.role !== "super_admin" && caller.company_id !== companyId.toLowerCase()) {
    throw new Refused(403, "forbidden", "You can check the golden set of your own company only.");
  }
}

/**
 * Runs spend money: each person has the same pace as with an agent. A claim counts as one run; nobody
 * sends the same run again, so its lease ends at once. @throws Refused 429
 */
async function takeTurn(rest: ServiceRest, person: string, { pace }: Environment): Promise<void> {
  const reads = { prompts: [], terms: 0 };
  const access = { permission: null, needsCompany: false };
  const ledger = createRequestLedger(rest, { functionName: ACTION, access, reads, pace });
  const claim = await ledger.claim({ person, key: crypto.randomUUID() }, "", 0);
  if (claim.outcome !== "rate_limited") return;
  const message = "That was a lot at once. It will work again in a while.";
  throw new Refused(429, "rate_limited", message, { retryAfter: claim.retry_after });
}

async function readQuestions(
  rest: ServiceRest,
  { company_id, agent, question_ids }: GoldenRunRequest,
): Promise<GoldenQuestion[]> {
  const rows = await rest.select("golden_questions", {
    company_id: `eq.${company_id}`,
    agent: `eq.${agent}`,
    id: `in.(${question_ids.join(",")})`,
    select: "*",
  });
  return z.array(goldenQuestionSchema).parse(rows);
}

/** Tries a question before and after the change. */
async function compare(
  run: Run,
  golden: GoldenQuestion,
): Promise<{ before: GoldenOutcome; after: GoldenOutcome }> {
  const { change } = run.input;
  const outcome = change.kind === "prompt" ? askModel : searchAlone;
  return { before: await outcome(run, golden, null), after: await outcome(run, golden, change) };
}

/** Whether the expected passage is found, without a model. */
async function searchAlone(
  { input, caller, rest }: Run,
  golden: GoldenQuestion,
  change: GoldenChange | null,
): Promise<GoldenOutcome> {
  // A document that is gone can make no answer out of a refusal.
  if (golden.expected === "refusal") return "kept";
  const { agent, company_id } = input;
  const found = await retrieve(openTrial(rest, company_id, agent, change).rest, {
    ...{ person: caller.id, agent: AGENTS[agent].logged },
    ...{ question: golden.question, earlier: null },
  });
  return judgePassages(golden, found.hits);
}

/** Whether the answer of the agent is as expected. */
async function askModel(
  run: Run,
  golden: GoldenQuestion,
  change: GoldenChange | null,
): Promise<GoldenOutcome> {
  const { input, caller, environment, turn } = run;
  const { agent, company_id } = input;
  const trial = openTrial(run.rest, company_id, agent, change);
  const { question } = golden;
  try {
    const asker = { ...caller, company_id };
    const context = { caller: asker, environment, rest: trial.rest, turn };
    const { reply } = await answerQuestion(agent, { question }, context);
    return judgeAnswer(golden, questionReplySchema.parse(reply), trial.found);
  } catch (error) {
    if (error instanceof AiFailure) return "unknown";
    throw error;
  }
}

/** Does some work for each item, for at most three of them at the same time. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  async function worker(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, item] = next;
      results[place] = await work(item);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
