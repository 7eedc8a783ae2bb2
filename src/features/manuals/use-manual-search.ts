import { describeUnsearched } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { useEffect, useRef, useState } from "react";
import type { TextPiece } from "#knowledge/search/mark-terms.ts";
import {
  askSearcher,
  type ManualQuery,
  type ManualSearchResult,
} from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";

/** The search that was begun before a component asks for it. */
let ahead: { asked: string; found: Promise<ManualSearchResult> } | null = null;

/** Begins a search that a component will soon ask for: what it finds is then shown earlier. */
export function searchAhead(personId: string, query: ManualQuery): void {
  const begin = async () => askSearcher(personId, "manuals", query);
  const found = begin();
  ahead = { asked: JSON.stringify([personId, query]), found };
  // The component says that it failed.
  found.catch(() => undefined);
}

function search(personId: string, query: ManualQuery): Promise<ManualSearchResult> {
  const begun = ahead?.asked === JSON.stringify([personId, query]) ? ahead.found : null;
  ahead = null;
  return begun ?? askSearcher(personId, "manuals", query);
}

/**
 * Searches the manuals on this device that an agent may use.
 * @param context what a question is about without naming it; without any, passages that share little
 *   with the query are found, too
 * @returns the last search that has ended, with null if it failed; undefined before
 */
export function useManualSearch(
  agent: QuestionAgent,
  query: string,
  limit: number,
  context?: string,
) {
  const { personId } = useMirror();
  const [last, setLast] = useState<{ query: string; found: ManualSearchResult | null }>();
  useEffect(() => {
    let left = false;
    const onlyRelevant = context !== undefined;
    search(personId, { query, context, agent, limit, onlyRelevant }).then(
      (found) => left || setLast({ query, found }),
      () => left || setLast({ query, found: null }),
    );
    return () => {
      left = true;
    };
  }, [personId, agent, query, limit, context]);
  return last;
}

/** The result of a search as text; null: it failed. @param most how many passages it gives at most */
export function describeFound(result: ManualSearchResult | null, most: number): string {
  if (result === null) return "The manuals on this device could not be searched.";
  const { hits, picturePages } = result;
  if (hits.length === 0) {
    const found = "Nothing was found in the manuals on this device.";
    return `${found} ${describeUnsearched(picturePages) ?? ""}`.trimEnd();
  }
  if (hits.length === most) return `The best ${most} passages`;
  return hits.length === 1 ? "1 passage" : `${hits.length} passages`;
}

/**
 * Marks the words and codes of a question in texts.
 * @returns the pieces of each text; before they are found, each text as one piece
 */
export function useMarks(question: string, texts: readonly string[]): TextPiece[][] {
  const { personId } = useMirror();
  const [marked, setMarked] = useState<TextPiece[][]>();
  const latest = useRef(texts);
  useEffect(() => {
    let left = false;
    askSearcher(personId, "marks", { question, texts: latest.current }).then(
      (pieces) => left || setMarked(pieces),
      // The texts are readable without marks.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [personId, question]);
  return marked ?? texts.map((text) => [{ text, found: false }]);
}
