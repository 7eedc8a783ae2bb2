import { z } from "zod/mini";
import { AGENTS } from "../_shared/contracts/agent.ts";
import type { GoldenChange } from "../_shared/contracts/golden-run.ts";
import { type PassageHit, passageHitSchema } from "../_shared/contracts/knowledge.ts";
import type { QuestionAgent } from "../_shared/contracts/question.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";

const searchSchema = z.object({ query: z.string(), agent: z.string(), max_results: z.number() });

/** A database as it would be after a change, and the passages that were found in it. */
export interface Trial {
  rest: ServiceRest;
  /** Every passage that a search found, by its place. */
  found: Map<string, PassageHit>;
}

/**
 * The database as people of a company see it, after a change that is not made; null: as it is. An
 * answer is made with it as any answer is, and nothing is written.
 */
export function openTrial(
  rest: ServiceRest,
  companyId: string,
  agent: QuestionAgent,
  change: GoldenChange | null,
): Trial {
  const found = new Map<string, PassageHit>();
  const without = change?.kind === "without_file" ? change.file_id : null;
  const promptKey = `${AGENTS[agent].logged}_system_prompt`;
  const refuse = () => Promise.reject(new Error("a trial writes nothing"));

  async function search(parameters: object): Promise<unknown> {
    const { query, agent, max_results } = searchSchema.parse(parameters);
    const given = { company: companyId, query, agent, max_results, without };
    const hits = z.array(passageHitSchema).parse(await rest.call("search_knowledge_in", given));
    for (const hit of hits) found.set(placeOf(hit), hit);
    return hits;
  }

  return {
    found,
    rest: {
      async select(table, query) {
        const isPrompts = table === "ai_prompt_settings" && change?.kind === "prompt";
        if (!isPrompts) return rest.select(table, query);
        const { prompt } = change;
        return prompt === null ? [] : [{ prompt_key: promptKey, prompt_value: prompt }];
      },
      insert: refuse,
      async call(name, parameters) {
        if (name === "search_knowledge_for") return await search(parameters);
        // A golden question is searched for as it is written.
        if (name === "spelling_candidates_for") return [];
        return await rest.call(name, parameters);
      },
    },
  };
}

/** A key that identifies a passage. */
export function placeOf({ file_id, chunk_no }: Pick<PassageHit, "file_id" | "chunk_no">): string {
  return `${file_id} ${chunk_no}`;
}
