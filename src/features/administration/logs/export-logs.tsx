import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { useRef } from "react";
import type { LogPages } from "#sync/pull/all-logs.ts";
import classes from "./export-logs.module.css";
import type { ShownLogs } from "./use-filtered-logs.ts";
import { useLogExport } from "./use-log-export.ts";

/**
 * Saves all logs of a filter as a file, also those that the page does not show. Give it a key that
 * changes with the filter: the loading for another one then stops.
 */
export function ExportLogs<Row extends { created_at: string }>(props: {
  shown: ShownLogs<Row>;
  /** How all logs of the filter are loaded. */
  pages: LogPages<Row>;
  /** The noun for one of them, and for several. */
  words: readonly [one: string, many: string];
  disabled?: boolean;
  save: (rows: readonly Row[]) => void;
}) {
  const start = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { progress, run, stop } = useLogExport(props, () => {
    // The button that goes hands its focus on.
    if (document.activeElement === cancel.current) start.current?.focus();
  });
  return (
    <div className={classes.export}>
      <p role="status" className={classes.progress}>
        {progress}
      </p>
      {progress !== null && (
        <Button ref={cancel} variant="default" onClick={stop}>
          Cancel export
        </Button>
      )}
      <Button
        ref={start}
        variant="default"
        leftSection={<Download size={18} aria-hidden />}
        disabled={props.disabled === true || props.shown.logs.length === 0}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={progress !== null || undefined}
        onClick={run}
      >
        Export CSV
      </Button>
    </div>
  );
}
