import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { DataTable } from "#ui/data-table/data-table.tsx";
import { sortIn } from "#ui/data-table/sort.ts";
import { useTableFits } from "#ui/data-table/use-table-fits.ts";
import { RowList } from "#ui/row-list.tsx";
import { LogCard } from "./log-card.tsx";
import { companyOf } from "./log-columns.ts";
import classes from "./log-list.module.css";
import { logName, logTableColumns } from "./log-table-columns.tsx";
import type { WholeText } from "./whole-text-dialog.tsx";

/** The height of a typical card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 420;

/** The logs in a scrollable area: a table where there is room for it, else cards. */
export function LogList(props: {
  logs: readonly DetailedLog[];
  /** The companies' names by their ids, if the reader sees several; otherwise null. */
  companies: ReadonlyMap<string, string> | null;
  onShowWhole: (whole: WholeText) => void;
}) {
  const { logs, companies, onShowWhole } = props;
  const tableFits = useTableFits();
  const order = sortIn(useSearchParams());
  const nameCompany = useMemo(
    () =>
      companies === null ? null : (log: DetailedLog) => companyOf(log, companies) ?? "No company",
    [companies],
  );
  const columns = useMemo(() => logTableColumns(nameCompany), [nameCompany]);
  const card = (log: DetailedLog) => (
    <LogCard log={log} company={nameCompany?.(log) ?? null} onShowWhole={onShowWhole} />
  );
  return tableFits ? (
    <DataTable
      {...order}
      rows={logs}
      columns={columns}
      label="Logs"
      nameOf={logName}
      details={card}
      scrolls="area"
    />
  ) : (
    <Box
      role="region"
      aria-label="Activity logs"
      tabIndex={0}
      data-area
      className={classes.scroll ?? ""}
    >
      <RowList rows={logs} label="Logs" usualHeight={USUAL_HEIGHT} scrolls="parent" row={card} />
    </Box>
  );
}
