import type { HistoryQuery, HistorySearchResult } from "#knowledge/search/search-messages.ts";
import { askSearcher } from "#knowledge/search/searcher.ts";

/**
 * Finds the entries of the person's history on this device that have the words of a search, in a
 * worker. An empty search prepares the next ones: it reads the entries.
 * @throws when the device could not search
 */
export function searchHistory(personId: string, query: HistoryQuery): Promise<HistorySearchResult> {
  return askSearcher(personId, "history", query);
}
