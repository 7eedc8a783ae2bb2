import { type ChatAnswer, type ChatMessage, chat } from "../ai/chat.ts";
import { AiFailure } from "../ai/failure.ts";
import type { AiTurn } from "../ai/turn.ts";
import type { AiEndpoint } from "../request/environment.ts";
import { NOT_FOUND } from "./not-found.ts";

/** How long the model may take to correct its answer, in milliseconds. */
const CORRECTION_MS = 20_000;

/** With less time left, an answer is not sent back, in milliseconds. */
const LEAST_LEFT_MS = 2_000;

/** How many problems are named, and how long each may be in characters: a model can write any number. */
const MOST_PROBLEMS = 12;
const PROBLEM_LIMIT = 400;

/**
 * Sends an answer back to the model with what is wrong in it, once.
 * @param messages what the model was asked
 * @returns the corrected answer; null when there is no time or the provider gave none: the first
 *   answer is still good for what is right in it.
 */
export async function askAgain(
  endpoint: AiEndpoint,
  model: string,
  messages: readonly ChatMessage[],
  answer: string,
  problems: readonly string[],
  turn: AiTurn,
): Promise<ChatAnswer | null> {
  const now = turn.ports.clock.now();
  const deadline = Math.min(turn.deadline, now + CORRECTION_MS);
  if (deadline - now < LEAST_LEFT_MS) return null;
  const correction: ChatMessage[] = [
    ...messages,
    { role: "assistant", content: answer },
    { role: "user", content: requestFor(problems) },
  ];
  try {
    return await chat(endpoint, model, correction, { ...turn, deadline });
  } catch (error) {
    if (error instanceof AiFailure) return null;
    throw error;
  }
}

function requestFor(problems: readonly string[]): string {
  const named = problems.slice(0, MOST_PROBLEMS).map((each) => `- ${each.slice(0, PROBLEM_LIMIT)}`);
  return `The application compared your answer with the passages and could not confirm this:

${named.join("\n")}

Answer the question once more from the passages alone. Write each figure, unit and code as the passage has it, cite the passage that says it after every sentence, and leave out what no passage says. Do not mention this message. If the passages do not answer the question, reply with exactly this sentence and nothing else: ${NOT_FOUND}`;
}
