import type { ManualQuery, ManualSearchResult } from "./search-messages.ts";
import { askSearcher } from "./searcher.ts";

/**
 * Finds the passages on this device that best answer a question, best first, in a worker; misspelled
 * words are corrected before, except those in quotation marks. An empty
 * query prepares the search: it builds missing indexes.
 * @throws when the device could not search
 */
export function searchManuals(personId: string, query: ManualQuery): Promise<ManualSearchResult> {
  return askSearcher(personId, "manuals", query);
}
