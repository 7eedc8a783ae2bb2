import type { Correction } from "@contracts/spelling/correction.ts";
import { useEffect, useRef, useState } from "react";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";

/** The result of a search of the history. */
export interface FoundEntries {
  /** The search that it answers. */
  query: string;
  /** The ids of the entries that have all the words. */
  found: ReadonlySet<string>;
  /** When no entry has all the words: those with some of them, best first. */
  closest: readonly string[];
  corrections: readonly Correction[];
  failed: boolean;
}

let lastVersion = 0;

/**
 * Searches the history on this device, again after every change of it.
 * @param history changes its identity whenever the entries have changed
 * @returns the entries of the newest search that is done; null without a search
 */
export function useHistorySearch(query: string, history: unknown): FoundEntries | null {
  const { personId } = useMirror();
  const [entries, setEntries] = useState<FoundEntries | null>(null);
  const read = useRef<{ history: unknown; version: number }>({ history: null, version: 0 });
  const isEmpty = query.trim() === "";
  useEffect(() => {
    if (isEmpty) {
      setEntries(null);
      return;
    }
    if (read.current.history !== history) read.current = { history, version: ++lastVersion };
    let left = false;
    askSearcher(personId, "history", { query, version: read.current.version }).then(
      (result) => left || setEntries({ query, ...result, failed: false }),
      () =>
        left || setEntries({ query, found: new Set(), closest: [], corrections: [], failed: true }),
    );
    return () => {
      left = true;
    };
  }, [personId, query, isEmpty, history]);
  return isEmpty ? null : entries;
}
