import { z } from "zod/mini";
import type { LoggedAgent } from "../contracts/agent.ts";
import { knowledgeChunkSchema, type PassageHit, passageHitSchema } from "../contracts/knowledge.ts";
import type { ServiceRest } from "../service-rest.ts";

/** Most passages that a search brings up. */
export const MOST_PASSAGES = 8;

/** A passage that the search brought up, with the heading it stands under. */
export type FoundPassage = PassageHit & { heading: string | null };

const headingSchema = z.pick(knowledgeChunkSchema, {
  file_id: true,
  chunk_no: true,
  heading: true,
});

/**
 * Passages that this person may read, best first.
 * @throws Error when the database cannot be asked.
 */
export async function searchPassages(
  rest: ServiceRest,
  { person, agent }: { person: string; agent: LoggedAgent },
  query: string,
): Promise<FoundPassage[]> {
  const found = await rest.call("search_knowledge_for", {
    person,
    query,
    agent,
    max_results: MOST_PASSAGES,
  });
  const hits = z.array(passageHitSchema).parse(found);
  if (hits.length === 0) return [];

  // The search looks into headings as well, and does not answer them.
  const rows = await rest.select("knowledge_chunks", {
    file_id: `in.(${hits.map((hit) => hit.file_id).join(",")})`,
    chunk_no: `in.(${hits.map((hit) => hit.chunk_no).join(",")})`,
    select: "file_id,chunk_no,heading",
  });
  const headings = new Map(
    z
      .array(headingSchema)
      .parse(rows)
      .map((row) => [placeOf(row), row.heading]),
  );
  return hits.map((hit) => ({ ...hit, heading: headings.get(placeOf(hit)) ?? null }));
}

/** Tells a passage from every other one. */
export function placeOf({ file_id, chunk_no }: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
