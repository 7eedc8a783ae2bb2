import { memo, useMemo } from "react";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { RowList } from "#ui/row-list.tsx";
import { daysBegin } from "./days.ts";
import classes from "./entry/entry.module.css";
import { FinishedEntry } from "./entry/finished-entry.tsx";

/** The height of a typical entry with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 240;

/**
 * The entries that are on the server. Not rendered again for a key that changes none of them.
 * @param props.inDays whether they are in the order of their days, each of which gets a heading
 */
export const FinishedList = memo(function FinishedList(props: {
  logs: readonly MirroredAgentLog[];
  inDays: boolean;
}) {
  const { logs, inDays } = props;
  const days = useMemo(() => daysBegin(inDays ? logs : [], Date.now()), [logs, inDays]);
  return (
    <RowList
      rows={logs}
      label="History"
      usualHeight={USUAL_HEIGHT}
      // They are high, and all are rendered anew for every key of a search.
      ahead={3}
      row={(log) => (
        <>
          {days.has(log.id) && <h2 className={classes.section}>{days.get(log.id)}</h2>}
          <FinishedEntry log={log} />
        </>
      )}
    />
  );
});
