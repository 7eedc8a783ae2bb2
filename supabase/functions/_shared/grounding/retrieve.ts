import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { MOST_PASSAGES, type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import { candidateSchema } from "../contracts/spelling/correction.ts";
import { findCorrections, suspiciousWords } from "../contracts/spelling/find-corrections.ts";
import { correctQuestion, wordsToCheck } from "../contracts/spelling/question-words.ts";
import { bestPartsFirst, POOL } from "../contracts/terms/answering-part.ts";
import { relevantPassages } from "../contracts/terms/relevance.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { storableText } from "../request/storable-text.ts";

const hitsSchema = z.array(passageHitSchema);

/** Rows that `spelling_candidates_for` returns: `word` may be what `written` stands for. */
const candidatesSchema = z.array(z.object({ written: z.string(), ...candidateSchema.shape }));

/** How much of the context is used for the search, in characters. */
const CONTEXT_LIMIT = 1_000;

/**
 * Searches the passages that this person may read, with misspelled words corrected. With a context the
 * question is searched for together with it, and alone, because it may be about something new.
 * @param asked with what the question is about without naming it; empty if nothing
 * @returns the question as it was searched for, the misspelled words of it, the passages for a model, best
 *   first, and the relevant ones, in the order in which people see them
 * @throws Error when the database cannot be reached.
 */
export async function retrieve(
  rest: ServiceRest,
  asked: { person: string; agent: LoggedAgent; question: string; context: string },
) {
  const { person, agent, question } = asked;
  const search = async (query: string) => {
    const terms = { person, query, agent, max_results: POOL };
    return hitsSchema.parse(await rest.call("search_knowledge_for", terms));
  };
  const written = storableText(asked.context, CONTEXT_LIMIT);
  const words = suspiciousWords(`${question}\n${written}`);
  const candidates =
    words.length === 0
      ? []
      : candidatesSchema.parse(
          await rest.call("spelling_candidates_for", { person, words, agent }),
        );
  const spelling = findCorrections(words, (word) =>
    candidates.filter(({ written }) => written === word),
  );
  const searched = correctQuestion(question, spelling);
  const own = wordsToCheck(question);
  const corrections = spelling.filter(({ written }) => own.includes(written));

  const context = correctQuestion(written, spelling);
  const alone = await search(searched);
  const both = `${context}\n${searched}`;
  const found = context === "" ? alone : merge(await search(both), alone);
  const relevant = relevantPassages(bestPartsFirst(found, searched, context), searched, context);
  return { searched, corrections, hits: found.slice(0, MOST_PASSAGES), relevant };
}

function merge(first: PassageHit[], second: PassageHit[]): PassageHit[] {
  const known = new Set(first.map(passageKey));
  return [...first, ...second.filter((hit) => !known.has(passageKey(hit)))].slice(0, POOL);
}

/** A key that identifies a passage. */
export function passageKey({
  file_id,
  chunk_no,
}: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
