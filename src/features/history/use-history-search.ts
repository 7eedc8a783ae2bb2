import { AGENTS, type Agent } from "@contracts/agent.ts";
import { useEffect, useRef, useState } from "react";
import { askSearcher, type HistorySearchResult } from "#knowledge/search/searcher.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { OWN_JOBS_SCOPE } from "#mirror/person/agent-logs.ts";
import { refreshedAt } from "#mirror/person/lists/server-list.ts";

let lastVersion = 0;

/** The result of a search of the history, and the query that it answers. */
type FoundEntries = HistorySearchResult & { query: string; failed: boolean };

export const NO_WORDS: ReadonlySet<string> = new Set();
const NOT_READ = { history: null, jobs: null, version: 0 };
const FAILED = { found: NO_WORDS, closest: [], corrections: [], marks: NO_WORDS, failed: true };

/**
 * Searches the history on this device, again after every change of it.
 * @param history changes its identity whenever the entries have changed
 * @returns the entries of the newest search that is done; null without a search
 */
export function useHistorySearch(query: string, history: unknown): FoundEntries | null {
  const db = useMirror();
  const { personId } = db;
  // Entries are found by the texts of their jobs, too.
  const jobs = useLive(() => refreshedAt(db, OWN_JOBS_SCOPE), [db]);
  const [entries, setEntries] = useState<FoundEntries | null>(null);
  const read = useRef<{ history: unknown; jobs: unknown; version: number }>(NOT_READ);
  const isEmpty = query.trim() === "";
  useEffect(() => {
    if (isEmpty) {
      setEntries(null);
      return;
    }
    if (read.current.history !== history || read.current.jobs !== jobs) {
      read.current = { history, jobs, version: ++lastVersion };
    }
    let left = false;
    askSearcher(personId, "history", { query, version: read.current.version }).then(
      (result) => left || setEntries({ query, ...result, failed: false }),
      () => left || setEntries({ query, ...FAILED }),
    );
    return () => {
      left = true;
    };
  }, [personId, query, isEmpty, history, jobs]);
  return isEmpty ? null : entries;
}

/**
 * The entries that a search has found, in their own order; without a search all of them. When none
 * has all the words, the closest ones, best first.
 */
export function shownEntries<Entry extends { id: string }>(
  entries: readonly Entry[],
  search: FoundEntries | null,
): readonly Entry[] {
  if (search === null) return entries;
  if (search.found.size > 0) return entries.filter(({ id }) => search.found.has(id));
  const places = new Map(search.closest.map((id, place) => [id, place]));
  const placeOf = ({ id }: Entry) => places.get(id) ?? -1;
  return entries.filter((entry) => placeOf(entry) >= 0).sort((a, b) => placeOf(a) - placeOf(b));
}

/** The result of a search as text, which found `count` entries of an agent, or of all for null. */
export function describeSearch(
  search: FoundEntries,
  count: number,
  agent: Agent | null = null,
): string {
  if (search.failed) return "The history on this device could not be searched.";
  const where = agent === null ? "" : ` of the ${AGENTS[agent].name}`;
  if (count === 0) return `No entry${where} fits this search.`;
  if (search.found.size === 0) return `No entry${where} has all of these words. The closest first.`;
  return count === 1 ? `1 entry${where}` : `${count} entries${where}`;
}
