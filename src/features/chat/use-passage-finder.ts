import type { PassageHit } from "@contracts/knowledge.ts";
import type { QuestionAgent, Source } from "@contracts/question.ts";
import { useCallback } from "react";
import { searchManuals } from "#knowledge/search/search-manuals.ts";
import { useMirror } from "#mirror/mirror-context.tsx";

/** Finds passages in what an agent answers from, as far as it is on this device. */
export function usePassageFinder(agent: QuestionAgent): PassageFinder {
  const { personId } = useMirror();
  return useCallback(
    (question) => searchManuals(personId, { query: question, agent, limit: PASSAGES_SHOWN }),
    [personId, agent],
  );
}

/** Finds passages on this device that may answer a question, best first. */
export type PassageFinder = (question: string) => Promise<readonly PassageHit[]>;

/** Most passages asked for and shown below a question that waits. */
export const PASSAGES_SHOWN = 3;

/** A passage as what an answer would cite. */
export function sourceOfHit({ file_id, file_name, page, chunk_no, body }: PassageHit): Source {
  return { file_id, file_name, page, chunk_no, quote: body };
}
