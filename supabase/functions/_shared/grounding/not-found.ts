import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { unsearchedWords } from "../contracts/picture-pages.ts";
import type { QuestionReply } from "../contracts/question.ts";
import type { ServiceRest } from "../request/service-rest.ts";

/** The answer if the documents contain none. */
export const NOT_FOUND = "I could not find this in your documents";

export function nothingFound(): QuestionReply {
  return { answer: NOT_FOUND, sources: [], basis: "nothing" };
}

/**
 * An answer that says nothing was found also says how many pages of the documents that were searched
 * are pictures: what is asked for may be there.
 * @throws Error when the database cannot be reached.
 */
export async function withUnsearched(
  reply: QuestionReply,
  rest: ServiceRest,
  { company, agent }: { company: string | null; agent: LoggedAgent },
): Promise<QuestionReply> {
  if (reply.basis !== "nothing" || company === null) return reply;
  const pages = z.number().parse(await rest.call("unsearched_pages", { company, agent }));
  const words = unsearchedWords(pages);
  return words === null ? reply : { ...reply, answer: `${reply.answer}. ${words}` };
}
