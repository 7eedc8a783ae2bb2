import { z } from "zod/mini";
import { type GoldenQuestion, hasWords } from "../_shared/contracts/golden-question.ts";
import { type PassageHit, passageHitSchema } from "../_shared/contracts/knowledge.ts";
import type { QuestionReply } from "../_shared/contracts/question.ts";
import { withoutCitations } from "../_shared/grounding/citations.ts";
import { passageKey } from "../_shared/grounding/retrieve.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";

const hitsSchema = z.array(passageHitSchema);

/**
 * The database as people of a company see it, without one of its documents (null: with all). An answer
 * is made with it as any answer is, and nothing is written.
 */
export function openTrial(rest: ServiceRest, company: string, without: string | null) {
  /** Every passage that a search found, by its key. */
  const found = new Map<string, PassageHit>();
  const trial: ServiceRest = {
    ...rest,
    async call(name, parameters) {
      // A golden question is searched for as it is written.
      if (name === "spelling_candidates_for") return [];
      if (name !== "search_knowledge_for") return await rest.call(name, parameters);
      const { person: _, ...terms } = { person: null, ...parameters };
      const hits = hitsSchema.parse(
        await rest.call("search_knowledge_in", { ...terms, company, without }),
      );
      for (const hit of hits) found.set(passageKey(hit), hit);
      return hits;
    },
  };
  return { rest: trial, found };
}

/**
 * Whether an answer is as expected.
 * @param found the passages that the search found for it, by their keys
 */
export function isAsExpected(
  golden: GoldenQuestion,
  reply: QuestionReply,
  found: ReadonlyMap<string, PassageHit>,
): boolean {
  const { expected, expected_text } = golden;
  if (expected === "refusal") return reply.basis === "nothing";
  if (expected === "words") return hasWords(withoutCitations(reply.answer), expected_text);
  const cited = reply.sources.flatMap((source) => found.get(passageKey(source)) ?? []);
  return isAmong(golden, cited);
}

/** Whether one of some passages has the expected words, and is of the expected document. */
export function isAmong(
  { expected_text, file_id }: GoldenQuestion,
  passages: readonly PassageHit[],
): boolean {
  return passages.some(
    (passage) =>
      (file_id === null || passage.file_id === file_id) && hasWords(passage.body, expected_text),
  );
}
