import { countPassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { watch } from "#mirror/watch.ts";
import { searchManuals } from "./search-manuals.ts";

/**
 * Builds the search indexes when passages arrive, so that the first question without a network does
 * not wait for them.
 * @returns a function that stops it
 */
export function keepSearchPrepared(db: PersonDatabase): () => void {
  let stopped = false;
  let wanted = false;
  let working = false;
  async function work(): Promise<void> {
    working = true;
    while (wanted && !stopped) {
      wanted = false;
      // An index that fails now is built at the next search.
      await searchManuals(db.personId, { query: "", agent: "ask", limit: 1 }).catch(
        () => undefined,
      );
    }
    working = false;
  }
  const endWatch = watch(db, countPassages, (count) => {
    wanted = count > 0;
    if (!working) void work();
  });
  return () => {
    stopped = true;
    endWatch();
  };
}
