import type { LoggedAgent } from "../contracts/agent.ts";
import type { PassageHit } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../request/service-rest.ts";
import { storableText } from "../request/storable-text.ts";
import { isRelevant } from "./relevance.ts";
import { MOST_PASSAGES, placeOf, searchPassages } from "./search-passages.ts";
import { termsOf } from "./terms.ts";

/** How much of the question before goes into the search, in characters. */
const EARLIER_LIMIT = 1_000;

/** A question of as few terms as this may be half a question: "and for the other model?". */
const FEW_TERMS = 2;

export interface Retrieval {
  person: string;
  agent: LoggedAgent;
  question: string;
  /** The person's question before this one; null when there is none. */
  earlier: string | null;
}

export interface Retrieved {
  /** All that the search brought up, best first. */
  hits: PassageHit[];
  /** Those that speak to the question. */
  relevant: PassageHit[];
}

/**
 * Looks for passages that this person may read. Where the question alone finds nothing that speaks
 * to it, or says little, the question before is looked for along with it.
 * @throws Error when the database cannot be asked.
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
  // What speaks to the question before alone is no answer to one that has moved on.
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
