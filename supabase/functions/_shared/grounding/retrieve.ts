import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { MOST_PASSAGES, type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import { candidateSchema } from "../contracts/spelling/correction.ts";
import { findCorrections, suspiciousWords } from "../contracts/spelling/find-corrections.ts";
import { correctQuestion, wordsToCheck } from "../contracts/spelling/question-words.ts";
import { needsContext, saysLittle } from "../contracts/terms/telling-words.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { storableText } from "../request/storable-text.ts";
import { findMatter, isRelevant } from "./relevance.ts";

const hitsSchema = z.array(passageHitSchema);

/** Rows that `spelling_candidates_for` returns: `word` may be what `written` stands for. */
const candidatesSchema = z.array(z.object({ written: z.string(), ...candidateSchema.shape }));

/** How much of the earlier questions is used for the search, in characters. */
const EARLIER_LIMIT = 1_000;

/**
 * Searches the passages that this person may read, with misspelled words corrected. If the question
 * needs the earlier ones, or finds nothing relevant alone, it is also searched for together with them.
 * @param asked with the person's questions before this one that name what it may be about; null without any
 * @returns the question as it was searched for, the misspelled words of it, all passages that were found,
 *   best first, and those that are relevant
 * @throws Error when the database cannot be reached.
 */
export async function retrieve(
  rest: ServiceRest,
  asked: { person: string; agent: LoggedAgent; question: string; earlier: string | null },
) {
  const { person, agent, question } = asked;
  const search = async (query: string) => {
    const terms = { person, query, agent, max_results: MOST_PASSAGES };
    return hitsSchema.parse(await rest.call("search_knowledge_for", terms));
  };
  const earlier = storableText(asked.earlier ?? "", EARLIER_LIMIT);
  const words = suspiciousWords(`${question}\n${earlier}`);
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

  const matter = findMatter(searched);
  const alone = await search(searched);
  const relevant = alone.filter((hit) => isRelevant(hit, matter));
  if (earlier === "" || (relevant.length > 0 && !needsContext(question, earlier))) {
    return { searched, corrections, hits: alone, relevant };
  }

  const query = `${correctQuestion(earlier, spelling)}\n${searched}`;
  const inContext = findMatter(query);
  const together = await search(query);
  // A passage that is relevant only to the earlier questions does not answer a question on a new
  // topic.
  const relevantTogether = together.filter(
    (hit) => isRelevant(hit, inContext) && (saysLittle(searched) || isRelevant(hit, matter, 1)),
  );
  return {
    searched,
    corrections,
    hits: merge(together, alone),
    relevant: merge(relevantTogether, relevant),
  };
}

function merge(first: PassageHit[], second: PassageHit[]): PassageHit[] {
  const known = new Set(first.map(passageKey));
  return [...first, ...second.filter((hit) => !known.has(passageKey(hit)))].slice(0, MOST_PASSAGES);
}

/** A key that identifies a passage. */
export function passageKey({
  file_id,
  chunk_no,
}: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
