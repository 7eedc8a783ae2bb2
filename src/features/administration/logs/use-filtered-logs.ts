import type { LogFilter } from "@contracts/agent-log.ts";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type ListState, useList } from "#features/lists/use-list.ts";
import {
  type FilteredLogs,
  type LogRow,
  logsScope,
  readLogs,
} from "#mirror/person/lists/filtered-logs.ts";
import type { Pull } from "#sync/pull/pull.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useConnection } from "#sync/sync-context.tsx";
import { shownIn, withShown } from "../list-in-address.ts";

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
  state: ListState;
  /** These are all logs of the filter. */
  isWhole: boolean;
  /** Null if there are no more, or the server cannot be asked now. */
  more: MoreLogs | null;
}

/**
 * The newest logs of a filter in the mirror, kept up to date. How many are wanted is in the address,
 * so that back, a reload and a link bring as many. Until more are here, those that are stay.
 * @param filter the same object between renders while nothing changed
 */
export function useFilteredLogs<Row extends LogRow, Filter extends LogFilter>(
  source: FilteredLogs<Row, Filter>,
  pullLogs: (filter: Filter, limit: number) => Pull,
  filter: Filter,
): ShownLogs<Row> {
  const offline = useConnection() === "down";
  const scope = logsScope(source, filter);
  const page = source.limit;
  const [parameters, setParameters] = useSearchParams();
  const [wanted, setWanted] = useState({ scope, limit: shownIn(parameters, page) });
  if (wanted.scope !== scope) setWanted({ scope, limit: page });
  const limit = wanted.scope === scope ? wanted.limit : page;
  const pull = useMemo(() => pullLogs(filter, limit), [pullLogs, filter, limit]);
  useRefresh(pull, (message) => {
    console.error("The logs could not be loaded:", message);
  });
  const { rows: read, state } = useList(
    scope,
    async (db) => ({ filter, limit, ...(await readLogs(source, db, filter, limit)) }),
    [source, filter, limit],
  );
  // Logs that were read for another filter do not answer this one.
  const current = read?.filter === filter ? read : null;
  const logs = current?.rows ?? [];
  // Also while the rows are read: a button that is ready again before they are shown looks as if
  // nothing had come.
  const isAwaited = current?.limit !== limit || logs.length < limit;
  const isLoading = isAwaited && !state.isFailing;

  function load(): void {
    if (isAwaited) {
      void state.retry();
      return;
    }
    const more = limit + page;
    setWanted({ scope, limit: more });
    setParameters((before) => withShown(before, more), { replace: true });
  }

  return {
    logs,
    isWhole: current?.isWhole ?? false,
    state,
    more: current === null || current.isWhole || offline ? null : { count: page, isLoading, load },
  };
}
