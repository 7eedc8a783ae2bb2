import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { type Correction, candidateSchema } from "../contracts/spelling/correction.ts";
import { findCorrections, suspiciousWords } from "../contracts/spelling/find-corrections.ts";
import type { ServiceRest } from "../request/service-rest.ts";

/** A row that `spelling_candidates_for` returns: `word` may be what `written` stands for. */
const rowSchema = z.object({ written: z.string(), ...candidateSchema.shape });

/**
 * The misspelled words of a text, and the words of passages that this person may search that are
 * meant by them.
 * @throws Error when the database cannot be reached.
 */
export async function spellingCorrections(
  rest: ServiceRest,
  { person, agent }: { person: string; agent: LoggedAgent },
  text: string,
): Promise<Correction[]> {
  const words = suspiciousWords(text);
  if (words.length === 0) return [];
  const found = await rest.call("spelling_candidates_for", { person, words, agent });
  const candidates = z.array(rowSchema).parse(found);
  return findCorrections(words, (word) => candidates.filter(({ written }) => written === word));
}
