import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect, useState } from "react";
import { askSearcher, type ManualSearchResult } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";

/**
 * Searches the manuals on this device that an agent may use.
 * @param context earlier questions that are searched for together with the query
 * @returns the last search that has ended, with null if it failed; undefined before
 */
export function useManualSearch(agent: QuestionAgent, query: string, limit: number, context = "") {
  const { personId } = useMirror();
  const [search, setSearch] = useState<{ query: string; found: ManualSearchResult | null }>();
  useEffect(() => {
    let left = false;
    askSearcher(personId, "manuals", { query, context, agent, limit }).then(
      (found) => left || setSearch({ query, found }),
      () => left || setSearch({ query, found: null }),
    );
    return () => {
      left = true;
    };
  }, [personId, agent, query, limit, context]);
  return search;
}
