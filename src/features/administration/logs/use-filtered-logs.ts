import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type ListState, useList } from "#features/lists/use-list.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Pull } from "#sync/pull/pull.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { shownIn, withShown } from "../shown-in-address.ts";

/** How logs of one kind are loaded and read. */
export interface LogSource<Row, Filter> {
  /** How many rows are shown at first, and how many more each time that more are wanted. */
  page: number;
  pull: (filter: Filter, limit: number) => Pull;
  read: (db: PersonDatabase, filter: Filter, limit: number) => Promise<Row[]>;
  scope: (filter: Filter) => string;
}

/** The logs that are older than those shown. */
export interface MoreLogs {
  /** How many come at once. */
  count: number;
  isLoading: boolean;
  load: () => void;
}

/** The logs of a filter that a page shows. */
export interface ShownLogs<Row> {
  logs: readonly Row[];
  refreshed: number | null;
  state: ListState;
  /** How many rows were asked for; that many or fewer are shown. */
  limit: number;
  /** Null if there are no more, or the server cannot be asked now. */
  more: MoreLogs | null;
}

/**
 * The newest logs of a filter in the mirror, kept up to date. How many were loaded is in the address,
 * so that back, a reload and a link bring as many.
 * @param filter the same object between renders while nothing changed
 * @returns `refreshed`: the time of the last answer (epoch ms) if the server cannot be asked now;
 * otherwise null
 */
export function useFilteredLogs<Row, Filter>(
  source: LogSource<Row, Filter>,
  filter: Filter,
): ShownLogs<Row> {
  const sync = useSync();
  const offline = useConnection() === "down";
  const scope = source.scope(filter);
  const [parameters, setParameters] = useSearchParams();
  const [wanted, setWanted] = useState({ scope, limit: shownIn(parameters, source.page) });
  if (wanted.scope !== scope) setWanted({ scope, limit: source.page });
  const limit = wanted.scope === scope ? wanted.limit : source.page;
  const [asked, setAsked] = useState<{ scope: string; limit: number } | null>(null);
  const pull = useMemo(() => source.pull(filter, limit), [source, filter, limit]);
  useRefresh(pull, (message) => {
    console.error("The logs could not be loaded:", message);
  });
  const { rows: mirrored, state } = useList(
    scope,
    async (db) => ({ filter, limit, logs: await source.read(db, filter, limit) }),
    [source, filter, limit],
  );
  // Logs that were read for another filter do not answer this one.
  const current = mirrored?.filter === filter ? mirrored : null;
  const logs = current?.logs ?? [];

  const show = useEffectEvent((more: { scope: string; limit: number }) => {
    setWanted(more);
    setParameters((before) => withShown(before, more.limit), { replace: true });
  });
  // More are shown only when they are here: until then, "the newest 50" stays true. A press that
  // comes before the server can be asked is kept.
  useEffect(() => {
    if (sync === null || asked?.scope !== scope) return undefined;
    let isWanted = true;
    void sync.refresh(source.pull(filter, asked.limit)).then((outcome) => {
      if (!isWanted) return;
      if (outcome?.kind === "ok") show(asked);
      setAsked(null);
    });
    return () => {
      isWanted = false;
    };
  }, [sync, source, filter, scope, asked]);
  const isLoading = asked?.scope === scope;
  const read = current?.limit ?? limit;

  return {
    logs,
    limit: read,
    refreshed: offline ? (state.refreshed ?? null) : null,
    state,
    more:
      logs.length < read || offline
        ? null
        : {
            count: source.page,
            isLoading,
            load: () => {
              if (!isLoading) setAsked({ scope, limit: read + source.page });
            },
          },
  };
}
