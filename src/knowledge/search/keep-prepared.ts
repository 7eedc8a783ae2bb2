import { countPassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { watch } from "#mirror/watch.ts";
import { searchManuals } from "./search-manuals.ts";

/**
 * Makes the indexes of passages as they come, so that the first question without a network need not
 * wait for them. @returns a function that stops it
 */
export function keepSearchPrepared(db: PersonDatabase): () => void {
  let stopped = false;
  let wanted = false;
  let working = false;
  async function work(): Promise<void> {
    working = true;
    while (wanted && !stopped) {
      wanted = false;
      // What fails now is made when somebody searches.
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
