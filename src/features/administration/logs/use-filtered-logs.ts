import { useMemo, useState } from "react";
import { type ListState, useListState } from "#features/lists/use-list-state.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Pull } from "#sync/pull/pull.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";

/** How logs of one kind are loaded and read. */
export interface LogSource<Row, Filter> {
  /** How many rows are shown at first, and how many more each time that more are wanted. */
  page: number;
  pull: (filter: Filter, limit: number) => Pull;
  read: (db: PersonDatabase, filter: Filter, limit: number) => Promise<Row[]>;
  scope: (filter: Filter) => string;
}

/**
 * The newest logs of a filter in the mirror, kept up to date.
 * @param filter the same object between renders while nothing changed
 * @returns `refreshed`: the time of the last answer (epoch ms) if the server cannot be asked now;
 * otherwise null
 */
export function useFilteredLogs<Row, Filter>(
  source: LogSource<Row, Filter>,
  filter: Filter,
): {
  logs: readonly Row[];
  refreshed: number | null;
  state: ListState;
  /** How many rows were asked for; that many or fewer are shown. */
  limit: number;
  /** Asks for more; null if there are no more, or the server cannot be asked now. */
  loadMore: (() => void) | null;
} {
  const db = useMirror();
  const offline = useConnection() === "down";
  const scope = source.scope(filter);
  const [wanted, setWanted] = useState({ scope, limit: source.page });
  const limit = wanted.scope === scope ? wanted.limit : source.page;
  const pull = useMemo(() => source.pull(filter, limit), [source, filter, limit]);
  useRefresh(pull, (message) => {
    console.error("The logs could not be loaded:", message);
  });
  const mirrored = useLive(
    async () => ({ filter, logs: await source.read(db, filter, limit) }),
    [db, source, filter, limit],
  );
  // Logs that were read for another filter do not answer this one.
  const current = mirrored?.filter === filter ? mirrored : null;
  const state = useListState(scope, current !== null);
  const logs = current?.logs ?? [];
  return {
    logs,
    limit,
    refreshed: offline ? (state.refreshed ?? null) : null,
    state,
    loadMore:
      logs.length < limit || offline
        ? null
        : () => setWanted({ scope, limit: limit + source.page }),
  };
}
