import type { QuestionReply } from "../contracts/question.ts";

/** The answer if the documents contain none. */
export const NOT_FOUND = "I could not find this in your documents";

export function nothingFound(): QuestionReply {
  return { answer: NOT_FOUND, sources: [], basis: "nothing" };
}
