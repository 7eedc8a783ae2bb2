import {
  QUESTION_LIMIT,
  type QuestionAgent,
  type QuestionRequest,
  questionRequestSchema,
} from "../contracts/question.ts";
import type { ParsedBody } from "./agent-function.ts";
import { readJson } from "./json-body.ts";
import { sha256 } from "./sha256.ts";

// Enough for a question and its history with every character in JSON's longest form.
const BODY_LIMIT_BYTES = 256 * 1024;

const terms = {
  limit: BODY_LIMIT_BYTES,
  tooLarge: `A question can have at most ${QUESTION_LIMIT.toLocaleString("en")} characters.`,
};

/**
 * Reads a question to an agent, and the conversation before it.
 * @throws Refused 400 or 413
 */
export async function parseQuestion(
  request: Request,
  agent: QuestionAgent,
): Promise<ParsedBody<QuestionRequest>> {
  const input = await readJson(request, questionRequestSchema, terms);
  // Earlier versions of the app and of this function knew no history for Label. A question that they
  // have begun stays the same question when it is sent again with its history.
  const history = agent === "label" ? [] : (input.history ?? []);
  return {
    input,
    hash: await sha256(JSON.stringify([input.question, history])),
    description: input.question,
  };
}
