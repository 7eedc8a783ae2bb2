import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../request/service-rest.ts";

/** Most passages that a search returns. */
export const MOST_PASSAGES = 8;

/**
 * Passages that this person may read, best first.
 * @throws Error when the database cannot be reached.
 */
export async function searchPassages(
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
export function placeOf({ file_id, chunk_no }: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
