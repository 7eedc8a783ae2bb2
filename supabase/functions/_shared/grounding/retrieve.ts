import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { storableText } from "../request/storable-text.ts";
import { isRelevant } from "./relevance.ts";
import { termsOf } from "./terms.ts";

/** How much of the previous question is used for the search, in characters. */
const EARLIER_LIMIT = 1_000;

/**
 * A question with at most this many terms may need the previous one: "and for the other model?".
 */
const FEW_TERMS = 2;

export interface Retrieval {
  person: string;
  agent: LoggedAgent;
  question: string;
  /** The person's question before this one; null when there is none. */
  earlier: string | null;
}

export interface Retrieved {
  /** All passages that the search found, best first. */
  hits: PassageHit[];
  /** The passages that are relevant to the question. */
  relevant: PassageHit[];
}

/**
 * Searches the passages that this person may read. If the question has few terms, or finds nothing
 * relevant alone, it is also searched for together with the previous question.
 * @throws Error when the database cannot be reached.
 */
export async function retrieve(rest: ServiceRest, retrieval: Retrieval): Promise<Retrieved> {
  const search = (query: string) => searchPassages(rest, retrieval, query);
  const asked = termsOf(retrieval.question);
  const alone = await search(retrieval.question);
  const relevant = alone.filter((hit) => isRelevant(hit, asked));
  const saysLittle = asked.size <= FEW_TERMS;
  if (retrieval.earlier === null || (relevant.length > 0 && !saysLittle)) {
    return { hits: alone, relevant };
  }

  const query = `${storableText(retrieval.earlier, EARLIER_LIMIT)}\n${retrieval.question}`;
  const inContext = termsOf(query);
  const together = await search(query);
  // A passage that is relevant only to the previous question does not answer a question on a new
  // topic.
  const relevantTogether = together.filter(
    (hit) => isRelevant(hit, inContext) && (saysLittle || isRelevant(hit, asked, 1)),
  );
  return {
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

/** Most passages that a search returns. */
const MOST_PASSAGES = 8;

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
