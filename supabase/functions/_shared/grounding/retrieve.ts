import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { MOST_PASSAGES, type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import type { Correction } from "../contracts/spelling/correction.ts";
import { correctQuestion, wordsToCheck } from "../contracts/spelling/question-words.ts";
import { needsContext, saysLittle } from "../contracts/terms/telling-words.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { storableText } from "../request/storable-text.ts";
import { spellingCorrections } from "./correct-spelling.ts";
import { isRelevant, matterOf } from "./relevance.ts";

/** How much of the earlier questions is used for the search, in characters. */
const EARLIER_LIMIT = 1_000;

export interface Retrieval {
  person: string;
  agent: LoggedAgent;
  question: string;
  /** The person's questions before this one that name what it may be about; null without any. */
  earlier: string | null;
}

export interface Retrieved {
  /** The question as it was searched for. */
  searched: string;
  /** Which words of the question were misspelled. */
  corrections: Correction[];
  /** All passages that the search found, best first. */
  hits: PassageHit[];
  /** The passages that are relevant to the question. */
  relevant: PassageHit[];
}

/**
 * Searches the passages that this person may read, with misspelled words corrected. If the question
 * needs the earlier ones, or finds nothing relevant alone, it is also searched for together with them.
 * @throws Error when the database cannot be reached.
 */
export async function retrieve(rest: ServiceRest, retrieval: Retrieval): Promise<Retrieved> {
  const search = (query: string) => searchPassages(rest, retrieval, query);
  const earlier = retrieval.earlier === null ? "" : storableText(retrieval.earlier, EARLIER_LIMIT);
  const both = `${retrieval.question}\n${earlier}`;
  const spelling = await spellingCorrections(rest, retrieval, both);
  const searched = correctQuestion(retrieval.question, spelling);
  const own = new Set(wordsToCheck(retrieval.question));
  const corrections = spelling.filter(({ written }) => own.has(written));

  const asked = matterOf(searched);
  const alone = await search(searched);
  const relevant = alone.filter((hit) => isRelevant(hit, asked));
  const isFollowUp = needsContext(retrieval.question, earlier);
  if (earlier === "" || (relevant.length > 0 && !isFollowUp)) {
    return { searched, corrections, hits: alone, relevant };
  }

  const query = `${correctQuestion(earlier, spelling)}\n${searched}`;
  const inContext = matterOf(query);
  const together = await search(query);
  // A passage that is relevant only to the earlier questions does not answer a question on a new
  // topic.
  const relevantTogether = together.filter(
    (hit) => isRelevant(hit, inContext) && (saysLittle(searched) || isRelevant(hit, asked, 1)),
  );
  return {
    searched,
    corrections,
    hits: merge(together, alone),
    relevant: merge(relevantTogether, relevant),
  };
}

function merge(first: PassageHit[], second: PassageHit[]): PassageHit[] {
  const byPlace = new Map<string, PassageHit>();
  for (const hit of [...first, ...second]) {
    const place = placeOf(hit);
    if (!byPlace.has(place)) byPlace.set(place, hit);
  }
  return [...byPlace.values()].slice(0, MOST_PASSAGES);
}

/**
 * Passages that this person may read, best first.
 * @throws Error when the database cannot be reached.
 */
async function searchPassages(
  rest: ServiceRest,
  { person, agent }: { person: string; agent: LoggedAgent },
  query: string,
): Promise<PassageHit[]> {
  const found = await rest.call("search_knowledge_for", {
    person,
    query,
    agent,
    max_results: MOST_PASSAGES,
  });
  return z.array(passageHitSchema).parse(found);
}

/** A key that identifies a passage. */
function placeOf({ file_id, chunk_no }: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
