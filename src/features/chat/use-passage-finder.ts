import type { PassageHit } from "@contracts/knowledge.ts";
import type { QuestionAgent, Source } from "@contracts/question.ts";
import { useCallback } from "react";
import { askSearcher, type ManualSearchResult } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";

/** Returns a function that searches the agent's documents on this device. */
export function usePassageFinder(agent: QuestionAgent): PassageFinder {
  const { personId } = useMirror();
  return useCallback(
    (query, context) =>
      askSearcher(personId, "manuals", { query, context, agent, limit: PASSAGES_SHOWN }),
    [personId, agent],
  );
}

/** Finds passages on this device that may answer a question, best first. */
export type PassageFinder = (question: string, context: string) => Promise<ManualSearchResult>;

/** How many passages are shown below a waiting question at most. */
const PASSAGES_SHOWN = 3;

/** A found passage in the format of a citation. */
export function sourceOfHit({ file_id, file_name, page, chunk_no, body }: PassageHit): Source {
  return { file_id, file_name, page, chunk_no, quote: body };
}
