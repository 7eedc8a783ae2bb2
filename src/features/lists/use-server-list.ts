import { listScope, readList, type ServerList } from "#mirror/person/lists/server-list.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";
import { type ListState, useList } from "./use-list.ts";

/**
 * The rows of a part of a list, refreshed while they are shown, and its state.
 * @param failure the title of the toast when refreshes begin to be refused; null for none
 */
export function useServerList<Row extends { id: string }, Part extends [] | [string | null]>(
  list: ServerList<Row, Part>,
  failure: string | null,
  ...part: Part
): { rows: Row[] | undefined; state: ListState } {
  useRefresh(pullList(list, ...part), (message) => {
    if (failure !== null) showError(failure, message);
  });
  return useList(listScope(list, ...part), (db) => readList(db, list, ...part), [list]);
}
