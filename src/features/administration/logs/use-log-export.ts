import { useEffect, useEffectEvent, useState } from "react";
import { failureMessage } from "#commands/command-result.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PageSync } from "#sync/page-sync.ts";
import { ALL_LOGS_LIMIT, type AllLogs, type LogPages, loadAllLogs } from "#sync/pull/all-logs.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { showError } from "#ui/toast.ts";
import type { ShownLogs } from "./use-filtered-logs.ts";

type NounForms = readonly [one: string, many: string];

/**
 * Loads all logs of a filter and has them saved, or shows why it failed. Without a connection, it saves
 * those on the device if they are all that there are.
 * @param ended called when the loading ends, before the page changes
 * @returns `progress`: how far it is, in words; null if nothing is being loaded
 */
export function useLogExport<Row extends { created_at: string }>(
  props: {
    shown: ShownLogs<Row>;
    pages: LogPages<Row>;
    words: NounForms;
    save: (rows: readonly Row[]) => void;
  },
  ended: () => void,
): { progress: string | null; run: () => void; stop: () => void } {
  const { shown, pages, words, save } = props;
  const { personId } = useMirror();
  const sync = useSync();
  const isDown = useConnection() === "down";
  const [progress, setProgress] = useState<string | null>(null);
  const isWanted = progress !== null;

  function end(): void {
    ended();
    setProgress(null);
  }

  const load = useEffectEvent(async (server: PageSync, stopped: AbortSignal): Promise<void> => {
    function showProgress(loaded: number, count: number | null): void {
      const total = count === null ? "" : ` of ${formatCount(count)}`;
      const words = `Loading ${formatCount(loaded)}${total}...`;
      // Not after the loading was stopped.
      setProgress((shown) => (shown === null ? null : words));
    }
    const all = await loadAllLogs(server, personId, pages, showProgress, stopped);
    if (stopped.aborted) return;
    end();
    if (all.kind === "all") save(all.rows);
    else showFailure(all, words);
  });

  // A press that comes before the server can be asked is kept.
  useEffect(() => {
    if (!isWanted || sync === null) return undefined;
    const underWay = new AbortController();
    void load(sync, underWay.signal);
    return () => underWay.abort();
  }, [isWanted, sync]);

  function saveShown(): void {
    const { logs, isWhole, state } = shown;
    if (state.phase === "known" && isWhole) {
      save(logs);
      return;
    }
    const [, many] = words;
    showError(
      "Not exported",
      `You are offline, and not all ${many} are on this device. Try again when you are back online.`,
    );
  }

  return {
    progress,
    run: isDown ? saveShown : () => setProgress((shown) => shown ?? "Loading..."),
    stop: end,
  };
}

function showFailure(
  result: Exclude<AllLogs<unknown>, { kind: "all" }>,
  [, many]: NounForms,
): void {
  if (result.kind === "stopped") return;
  if (result.kind === "too-many") {
    const limit = formatCount(ALL_LOGS_LIMIT);
    const found = result.count === null ? `More than ${limit}` : formatCount(result.count);
    showError(
      "Too many for one file",
      `${found} ${many} match your filters, and a file holds at most ${limit}. Choose fewer days.`,
    );
    return;
  }
  const { outcome } = result;
  const isCut = outcome === null || (outcome.kind === "later" && outcome.cause === "network");
  showError(
    "Not exported",
    isCut
      ? "The server can't be reached. Check your connection and try again."
      : failureMessage(outcome),
  );
}

function formatCount(count: number): string {
  return count.toLocaleString("en");
}
