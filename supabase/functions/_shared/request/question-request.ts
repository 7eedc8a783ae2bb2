import { z } from "zod/mini";
import {
  QUESTION_LIMIT,
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
 * Reads a question and the conversation before it.
 * @throws Refused 400 or 413
 */
export async function parseQuestion(request: Request): Promise<ParsedBody<QuestionRequest>> {
  return await parsed(await readJson(request, questionRequestSchema, terms));
}

/**
 * Reads a question alone; a history counts as an unknown field.
 * @throws Refused 400 or 413
 */
export async function parseLoneQuestion(request: Request): Promise<ParsedBody<QuestionRequest>> {
  return await parsed(
    await readJson(request, z.pick(questionRequestSchema, { question: true }), terms),
  );
}

async function parsed(input: QuestionRequest): Promise<ParsedBody<QuestionRequest>> {
  return {
    input,
    hash: await sha256(JSON.stringify([input.question, input.history ?? []])),
    description: input.question,
  };
}
