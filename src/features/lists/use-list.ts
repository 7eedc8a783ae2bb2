import { useCallback, useSyncExternalStore } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import {
  listScope,
  readList,
  refreshedAt,
  type ServerList,
} from "#mirror/person/lists/server-list.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { pullList } from "#sync/pull/pull-list.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { showError } from "#ui/toast.ts";

/** How a mirrored list stands to the server's. */
export interface ListState {
  /**
   * `known`: the server has answered, now or earlier, so an empty list is empty. Before that:
   * `loading`; `failed`: it was asked and gave no list; `absent`: it cannot be asked.
   */
  phase: "loading" | "failed" | "absent" | "known";
  /** When the server last answered (epoch ms); null if never, undefined until that is read. */
  refreshed: number | null | undefined;
  /** The last refresh failed although the server can be reached. */
  isFailing: boolean;
  /** Asks again for a list whose refresh failed. */
  retry: () => Promise<unknown>;
}

/**
 * The rows of a mirrored list, kept up to date, and its state, for `ListPlaceholder` and
 * `RefreshNotice`. Something else refreshes the list.
 * @param scope null for a list that is not asked for, which counts as known
 * @param read reads the rows from the mirror
 * @param dependencies what `read` depends on, besides the scope
 * @returns `rows`: undefined until they are read; those of an earlier scope until then
 */
export function useList<Rows>(
  scope: string | null,
  read: (db: PersonDatabase) => Promise<Rows>,
  dependencies: unknown[],
): { rows: Rows | undefined; state: ListState } {
  const db = useMirror();
  const sync = useSync();
  const offline = !useReachable();
  const reading = useLive(async () => {
    // First: rows that are read later are at least as new, so no list is called empty too early.
    const refreshed = scope === null ? null : await refreshedAt(db, scope);
    return { scope, refreshed, rows: await read(db) };
  }, [db, scope, ...dependencies]);
  const failure = useSyncExternalStore(
    useCallback((changed) => sync?.subscribeToFailures(changed) ?? (() => {}), [sync]),
    () => (scope === null ? null : (sync?.failedRefresh(scope) ?? null)),
  );
  // Rows of another scope do not answer this one.
  const refreshed = reading?.scope === scope ? reading.refreshed : undefined;
  // A list that was refreshed since, for example by another tab, is not failing.
  const isFailing =
    failure !== null && !offline && (typeof refreshed !== "number" || refreshed < failure.askedAt);
  const retry = async () => {
    if (failure !== null) await sync?.refresh(failure.pull);
  };
  return { rows: reading?.rows, state: { phase: phase(), refreshed, isFailing, retry } };

  function phase(): ListState["phase"] {
    if (refreshed === undefined) return "loading";
    if (scope === null || refreshed !== null) return "known";
    if (offline) return "absent";
    return isFailing ? "failed" : "loading";
  }
}

/** The rows of a part of a list that something else refreshes, and its state. */
export const useMirroredList = <Row extends { id: string }, Part extends [] | [string | null]>(
  list: ServerList<Row, Part>,
  ...part: Part
) => useList(listScope(list, ...part), (db) => readList(db, list, ...part), [list]);

/**
 * The rows of a part of a list, refreshed while they are shown, and its state.
 * @param failure the title of the toast when refreshes begin to be refused; null for none
 */
export function useServerList<Row extends { id: string }, Part extends [] | [string | null]>(
  list: ServerList<Row, Part>,
  failure: string | null,
  ...part: Part
) {
  useRefresh(pullList(list, ...part), (message) => {
    if (failure !== null) showError(failure, message);
  });
  return useMirroredList(list, ...part);
}
