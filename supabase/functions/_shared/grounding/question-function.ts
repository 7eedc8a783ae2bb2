import { choosePrompt } from "../ai/prompts.ts";
import {
  QUESTION_LIMIT,
  type QuestionAgent,
  type QuestionRequest,
  questionRequestSchema,
} from "../contracts/question.ts";
import { agentFunction, type ParsedBody } from "../request/agent-request.ts";
import { readJson, sha256 } from "../request/request-body.ts";
import { answerQuestion, systemPromptKey } from "./answer-question.ts";

const TERMS = {
  // Enough for a question and its history with every character in JSON's longest form.
  limit: 256 * 1024,
  tooLarge: `A question can have at most ${QUESTION_LIMIT.toLocaleString("en")} characters.`,
};

/** The function `<agent>-query` of an agent that answers questions from documents. */
export function questionFunction(agent: QuestionAgent) {
  const key = systemPromptKey(agent);
  return agentFunction({
    name: `${agent}-query`,
    agent,
    action: "answer",
    prompts: [key],
    parse: (request) => parseQuestion(request, agent),
    work: (input, { settings, ...context }) =>
      answerQuestion(agent, input, { ...context, prompt: choosePrompt(settings.prompts, key) }),
  });
}

/** Reads a question to an agent, and the conversation before it. @throws Refused 400 or 413 */
async function parseQuestion(
  request: Request,
  agent: QuestionAgent,
): Promise<ParsedBody<QuestionRequest>> {
  const input = await readJson(request, questionRequestSchema, TERMS);
  // Earlier versions of the app and of this function knew no history for Label. A question that they
  // have begun stays the same question when it is sent again with its history.
  const history = agent === "label" ? [] : (input.history ?? []);
  return {
    input,
    hash: await sha256(JSON.stringify([input.question, history])),
    description: input.question,
  };
}
