import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import { RowList } from "#ui/row-list.tsx";
import { FinishedEntry } from "./finished-entry.tsx";

/** The height of a typical entry with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 232;

/** The entries that are on the server, newest first. */
export function FinishedList(props: { logs: readonly MirroredAgentLog[] }) {
  return (
    <RowList
      rows={props.logs}
      label="History"
      usualHeight={USUAL_HEIGHT}
      row={(log) => <FinishedEntry log={log} />}
    />
  );
}
