import { AGENTS, type Agent } from "@contracts/agent.ts";
import type { FoundEntries } from "./use-history-search.ts";

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

/**
 * Says what a search has found.
 * @param count how many of the found entries are shown
 */
export function searchWords(search: FoundEntries, count: number, agent: Agent | null): string {
  if (search.failed) return "The history on this device could not be searched.";
  const where = agent === null ? "" : ` of the ${AGENTS[agent].name}`;
  if (count === 0) return `No entry${where} has these words.`;
  if (search.found.size === 0) return `No entry${where} has all of these words. The closest first.`;
  return count === 1 ? `1 entry${where}` : `${count} entries${where}`;
}
