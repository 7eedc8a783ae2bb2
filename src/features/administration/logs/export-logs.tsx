import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { failureMessage } from "#commands/command-result.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PageSync } from "#sync/page-sync.ts";
import { ALL_LOGS_LIMIT, type AllLogs, type LogPages, loadAllLogs } from "#sync/pull/all-logs.ts";
import { useConnection, useSync } from "#sync/sync-context.tsx";
import { showError } from "#ui/toast.ts";
import { ActionButton } from "../action-button.tsx";
import classes from "./logs.module.css";
import type { ShownLogs } from "./use-filtered-logs.ts";

/**
 * Saves all logs of a filter as a file, also those that the page does not show. Without a connection,
 * it saves those on the device if they are all that there are. Give it a key that changes with the
 * filter: the loading for another one then stops.
 */
export function ExportLogs<Row extends { created_at: string }>(props: {
  shown: ShownLogs<Row>;
  /** How all logs of the filter are loaded. */
  pages: LogPages<Row>;
  /** The noun for one of them, and for several. */
  words: readonly [one: string, many: string];
  save: (rows: readonly Row[]) => void;
  disabled?: boolean;
}) {
  const { shown, pages, words, save } = props;
  const start = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { personId } = useMirror();
  const sync = useSync();
  const isDown = useConnection() === "down";
  /** How far it is, in words; null if nothing is being loaded. */
  const [progress, setProgress] = useState<string | null>(null);
  const isWanted = progress !== null;

  function stop(): void {
    // The button that goes hands its focus on.
    if (document.activeElement === cancel.current) start.current?.focus();
    setProgress(null);
  }

  const load = useEffectEvent(async (server: PageSync, stopped: AbortSignal): Promise<void> => {
    function showProgress(loaded: number, count: number | null): void {
      const total = count === null ? "" : ` of ${formatCount(count)}`;
      // Not after the loading was stopped.
      setProgress((now) => now && `Loading ${formatCount(loaded)}${total}...`);
    }
    const all = await loadAllLogs(server, personId, pages, showProgress, stopped);
    if (stopped.aborted) return;
    stop();
    if (all.kind === "all") save(all.rows);
    else showFailure(all, words[1]);
  });

  // A press that comes before the server can be asked is kept.
  useEffect(() => {
    if (!isWanted || sync === null) return undefined;
    const underWay = new AbortController();
    void load(sync, underWay.signal);
    return () => underWay.abort();
  }, [isWanted, sync]);

  function run(): void {
    if (!isDown) setProgress((now) => now ?? "Loading...");
    else if (shown.state.phase === "known" && shown.isWhole) save(shown.logs);
    else {
      showError(
        "Not exported",
        `You are offline, and not all ${words[1]} are on this device. Try again when you are back online.`,
      );
    }
  }

  return (
    <div className={classes.export}>
      <p role="status" className={classes.progress}>
        {progress}
      </p>
      {isWanted && (
        <Button ref={cancel} variant="default" onClick={stop}>
          Cancel export
        </Button>
      )}
      <ActionButton
        ref={start}
        icon={Download}
        disabled={props.disabled === true || shown.logs.length === 0}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={isWanted || undefined}
        onClick={run}
      >
        Export CSV
      </ActionButton>
    </div>
  );
}

function showFailure(result: Exclude<AllLogs<unknown>, { kind: "all" }>, many: string): void {
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
