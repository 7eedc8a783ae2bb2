import type { QuestionAgent } from "@contracts/question.ts";
import { useCallback } from "react";
import { searchManuals } from "#knowledge/search/search-manuals.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { PASSAGES_SHOWN, type PassageFinder } from "./passage-finder.ts";

/** Finds passages in what an agent answers from, as far as it is on this device. */
export function usePassageFinder(agent: QuestionAgent): PassageFinder {
  const { personId } = useMirror();
  return useCallback(
    (question) => searchManuals(personId, { query: question, agent, limit: PASSAGES_SHOWN }),
    [personId, agent],
  );
}
