import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useState } from "react";
import { RowList } from "#ui/row-list.tsx";
import { LogCard } from "./log-card.tsx";
import { companyOf } from "./log-columns.ts";
import classes from "./log-list.module.css";
import { type WholeText, WholeTextDialog } from "./whole-text-dialog.tsx";

/** The height of a typical card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 420;

/** The logs in a scrollable area. */
export function LogList(props: {
  logs: readonly DetailedLog[];
  /** The companies' names by their ids, if the reader sees several; otherwise null. */
  companies: ReadonlyMap<string, string> | null;
}) {
  const [whole, setWhole] = useState<WholeText | null>(null);
  return (
    <>
      <Box
        role="region"
        aria-label="Activity logs"
        tabIndex={0}
        data-area
        className={classes.scroll ?? ""}
      >
        <RowList
          rows={props.logs}
          label="Logs"
          usualHeight={USUAL_HEIGHT}
          scrolls="parent"
          row={(log) => (
            <LogCard
              log={log}
              company={props.companies && (companyOf(log, props.companies) ?? "No company")}
              onShowWhole={setWhole}
            />
          )}
        />
      </Box>
      <WholeTextDialog whole={whole} onClose={() => setWhole(null)} />
    </>
  );
}
