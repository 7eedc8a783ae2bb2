import { z } from "zod/mini";
import { AiFailure } from "../_shared/ai/failure.ts";
import { choosePrompt, promptRowSchema } from "../_shared/ai/prompts.ts";
import { sumFigures } from "../_shared/ai/turn.ts";
import { AGENTS } from "../_shared/contracts/agent.ts";
import { BUILT_IN_PROMPTS } from "../_shared/contracts/built-in-prompts.ts";
import type { LogStatus } from "../_shared/contracts/detailed-log.ts";
import {
  type GoldenQuestion,
  goldenQuestionSchema,
  hasWords,
} from "../_shared/contracts/golden-question.ts";
import {
  type GoldenOutcome,
  type GoldenRunReply,
  type GoldenRunRequest,
  goldenRunRequestSchema,
} from "../_shared/contracts/golden-run.ts";
import { type PassageHit, passageHitSchema } from "../_shared/contracts/knowledge.ts";
import type { QuestionReply } from "../_shared/contracts/question.ts";
import { withoutCitations } from "../_shared/grounding/citations.ts";
import { answerQuestion, systemPromptKey } from "../_shared/grounding/question-function.ts";
import { passageKey, retrieve } from "../_shared/grounding/retrieve.ts";
import {
  type AdministratorContext,
  administratorFunction,
} from "../_shared/request/administrator-request.ts";
import { detailedLogEntry, type LoggedOutcome } from "../_shared/request/detailed-log.ts";
import { checkOwnCompany } from "../_shared/request/managed-person.ts";
import { tooMuch } from "../_shared/request/refused.ts";
import { createRequestLedger } from "../_shared/request/request-ledger.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";

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
  body: goldenRunRequestSchema,
  limit: 64 * 1024,
  tooLarge: "This is more than a prompt and five questions.",

  async work(input, context): Promise<GoldenRunReply> {
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
    const query = {
      ...{ company_id: `eq.${input.company_id}`, agent: `eq.${input.agent}` },
      ...{ id: `in.(${input.question_ids.join(",")})`, select: "*" },
    };
    const questions = await rest.select("golden_questions", query, goldenQuestionSchema);
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
  },
});

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
      ...{ question: golden.question, context: "" },
    });
    return isAmong(golden, hits) ? "kept" : "broken";
  }
  if (change.kind === "without_file") return comparing(search, null, change.file_id);

  const turn = { ports, calls, deadline: ports.clock.now() + BUDGET_MS };
  /** Whether the answer of the agent is as expected. */
  async function ask(golden: GoldenQuestion, prompt: string): Promise<GoldenOutcome> {
    const trial = openTrial(rest, company_id, null);
    const asker = { ...caller, company_id };
    const context = { caller: asker, environment, rest: trial.rest, turn, prompt };
    try {
      const { reply } = await answerQuestion(agent, { question: golden.question }, context);
      const isKept = isAsExpected(golden, reply, trial.found);
      return isKept ? "kept" : "broken";
    } catch (error) {
      if (error instanceof AiFailure) return "unknown";
      throw error;
    }
  }
  const key = systemPromptKey(agent);
  const query = {
    ...{ company_id: `eq.${company_id}`, prompt_key: `eq.${key}` },
    select: "prompt_key,prompt_value",
  };
  const prompt = choosePrompt(await rest.select("ai_prompt_settings", query, promptRowSchema), key);
  return comparing(ask, prompt, change.prompt ?? BUILT_IN_PROMPTS[key]);
}

const comparing =
  <Change>(
    outcome: (golden: GoldenQuestion, change: Change) => Promise<GoldenOutcome>,
    ...[before, after]: [Change, Change]
  ) =>
  async (golden: GoldenQuestion) => ({
    id: golden.id,
    before: await outcome(golden, before),
    after: await outcome(golden, after),
  });

/**
 * The database as people of a company see it, without one of its documents (null: with all). Answers
 * are made from it in the usual way, and nothing is written.
 */
function openTrial(rest: ServiceRest, company: string, without: string | null) {
  /** Every passage that a search found, by its key. */
  const found = new Map<string, PassageHit>();
  const trial: ServiceRest = {
    ...rest,
    async call(name, parameters) {
      // A golden question is searched for as it is written.
      if (name === "spelling_candidates_for") return [];
      if (name !== "search_knowledge_for") return await rest.call(name, parameters);
      const { person: _, ...terms } = { person: null, ...parameters };
      const hits = z
        .array(passageHitSchema)
        .parse(await rest.call("search_knowledge_in", { ...terms, company, without }));
      for (const hit of hits) found.set(passageKey(hit), hit);
      return hits;
    },
  };
  return { rest: trial, found };
}

/**
 * Whether an answer is as expected.
 * @param found the passages that the search found for it, by their keys
 */
function isAsExpected(
  golden: GoldenQuestion,
  reply: QuestionReply,
  found: ReadonlyMap<string, PassageHit>,
): boolean {
  const { expected, expected_text } = golden;
  if (expected === "refusal") return reply.basis === "nothing";
  if (expected === "words") return hasWords(withoutCitations(reply.answer), expected_text);
  const cited = reply.sources.flatMap((source) => found.get(passageKey(source)) ?? []);
  return isAmong(golden, cited);
}

/** Whether one of some passages has the expected words, and is of the expected document. */
function isAmong(
  { expected_text, file_id }: GoldenQuestion,
  passages: readonly PassageHit[],
): boolean {
  return passages.some(
    (passage) =>
      (file_id === null || passage.file_id === file_id) && hasWords(passage.body, expected_text),
  );
}
