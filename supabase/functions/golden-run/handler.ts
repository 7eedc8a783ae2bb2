import { z } from "zod/mini";
import { AiFailure } from "../_shared/ai/failure.ts";
import { choosePrompt, promptRowsSchema } from "../_shared/ai/prompts.ts";
import { sumFigures } from "../_shared/ai/turn.ts";
import { AGENTS } from "../_shared/contracts/agent.ts";
import type { LogStatus } from "../_shared/contracts/detailed-log.ts";
import { type GoldenQuestion, goldenQuestionSchema } from "../_shared/contracts/golden-question.ts";
import {
  type GoldenOutcome,
  type GoldenRunReply,
  type GoldenRunRequest,
  goldenRunRequestSchema,
} from "../_shared/contracts/golden-run.ts";
import { questionReplySchema } from "../_shared/contracts/question.ts";
import { answerQuestion, systemPromptKey } from "../_shared/grounding/answer-question.ts";
import { retrieve } from "../_shared/grounding/retrieve.ts";
import {
  type AdministratorContext,
  administratorFunction,
} from "../_shared/request/administrator-request.ts";
import { detailedLogEntry, type LoggedOutcome } from "../_shared/request/detailed-log.ts";
import { checkOwnCompany } from "../_shared/request/managed-person.ts";
import { tooMuch } from "../_shared/request/refused.ts";
import { readJson } from "../_shared/request/request-body.ts";
import { createRequestLedger } from "../_shared/request/request-ledger.ts";
import { isAmong, isAsExpected, openTrial } from "./trial.ts";

const TERMS = { limit: 64 * 1024, tooLarge: "This is more than a prompt and five questions." };

/** How long the provider may take for one request, in ms: the whole reply comes within a minute. */
const BUDGET_MS = 45_000;

/** The name of such runs in the detailed log. */
const ACTION = "golden-run";

/**
 * `golden-run`: answers golden questions of a company before and after a change that is not made yet,
 * and says which answers are as expected. Nothing is written but the row of the detailed log.
 */
export const createHandler = administratorFunction({
  name: "golden-run",
  parse: (request) => readJson(request, goldenRunRequestSchema, TERMS),
  work,
});

async function work(
  input: GoldenRunRequest,
  context: AdministratorContext,
): Promise<GoldenRunReply> {
  const { caller, rest, headers, environment, ports, calls } = context;
  const { prices } = environment.ai;
  const refusal = "You can check the golden set of your own company only.";
  checkOwnCompany(caller, input.company_id, refusal);
  // Runs spend money: each person has the same pace as with an agent. A claim counts as one run; nobody
  // sends the same run again, so its lease ends at once.
  const ledger = createRequestLedger(rest, { functionName: ACTION, pace: environment.pace });
  const claim = await ledger.claim({ person: caller.id, key: crypto.randomUUID() }, "", 0);
  if (claim.outcome === "rate_limited") throw tooMuch(claim.retry_after);
  const startedAt = ports.clock.now();
  const rows = await rest.select("golden_questions", {
    company_id: `eq.${input.company_id}`,
    agent: `eq.${input.agent}`,
    id: `in.(${input.question_ids.join(",")})`,
    select: "*",
  });
  const questions = z.array(goldenQuestionSchema).parse(rows);
  if (questions.length === 0) return { results: [], cost: 0, model_calls: 0 };
  const note = (status: LogStatus, outcome: LoggedOutcome) => {
    const request = {
      ...{ agent: AGENTS[input.agent].logged, action: ACTION, headers, calls, prices },
      input: questions.map(({ question }) => question).join("\n"),
      elapsedMs: ports.clock.now() - startedAt,
    };
    return rest.insert("detailed_agent_logs", {
      user_id: caller.id,
      user_email: caller.email,
      company_id: input.company_id,
      request_key: crypto.randomUUID(),
      ...detailedLogEntry(request, status, outcome),
    });
  };
  try {
    const compare = await compareWith(input, context);
    const results = await Promise.all(questions.map(compare));
    const words = results.map(({ before, after }) => `${before} → ${after}`).join("\n");
    const isAnswered = results.some(({ after }) => after !== "unknown");
    await note(isAnswered ? "success" : "failed", { output: words });
    const cost = calls.length === 0 ? 0 : sumFigures(calls, prices).estimated_cost;
    return { results, cost, model_calls: calls.length };
  } catch (error) {
    // What was spent is in the log, whatever went wrong afterwards.
    await note("error", { error }).catch(console.error);
    throw error;
  }
}

/** What tries a question before and after the change. */
async function compareWith(
  { agent, change, company_id }: GoldenRunRequest,
  { caller, rest, environment, ports, calls }: AdministratorContext,
) {
  /** Whether the expected passage is found, without a model. */
  async function search(golden: GoldenQuestion, without: string | null): Promise<GoldenOutcome> {
    // A document that is gone can make no answer out of a refusal.
    if (golden.expected === "refusal") return "kept";
    const { hits } = await retrieve(openTrial(rest, company_id, without).rest, {
      ...{ person: caller.id, agent: AGENTS[agent].logged },
      ...{ question: golden.question, earlier: null },
    });
    return isAmong(golden, hits) ? "kept" : "broken";
  }
  if (change.kind === "without_file") {
    return async (golden: GoldenQuestion) => ({
      id: golden.id,
      before: await search(golden, null),
      after: await search(golden, change.file_id),
    });
  }

  const turn = { ports, calls, deadline: ports.clock.now() + BUDGET_MS };
  /** Whether the answer of the agent is as expected. */
  async function ask(golden: GoldenQuestion, prompt: string): Promise<GoldenOutcome> {
    const trial = openTrial(rest, company_id, null);
    const asker = { ...caller, company_id };
    const context = { caller: asker, environment, rest: trial.rest, turn, prompt };
    try {
      const { reply } = await answerQuestion(agent, { question: golden.question }, context);
      const isKept = isAsExpected(golden, questionReplySchema.parse(reply), trial.found);
      return isKept ? "kept" : "broken";
    } catch (error) {
      if (error instanceof AiFailure) return "unknown";
      throw error;
    }
  }
  const key = systemPromptKey(agent);
  const rows = await rest.select("ai_prompt_settings", {
    ...{ company_id: `eq.${company_id}`, prompt_key: `eq.${key}` },
    select: "prompt_key,prompt_value",
  });
  const prompt = choosePrompt(promptRowsSchema.parse(rows), key);
  return async (golden: GoldenQuestion) => ({
    id: golden.id,
    before: await ask(golden, prompt),
    after: await ask(golden, change.prompt ?? choosePrompt([], key)),
  });
}
