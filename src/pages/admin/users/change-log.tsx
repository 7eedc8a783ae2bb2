import { useMemo } from "react";
import { ListPlaceholder, type ListTexts } from "#features/lists/list-placeholder.tsx";
import { RefreshNotice } from "#features/lists/refresh-notice.tsx";
import { useList } from "#features/lists/use-list.ts";
import {
  accountChangesScope,
  type ChangesFilter,
  readAccountChanges,
} from "#mirror/person/lists/account-changes.ts";
import { pullAccountChanges } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { formatMoment } from "#ui/format.ts";
import { describeChange } from "./describe-change.ts";
import classes from "./reset-dialog.module.css";

const TEXTS: ListTexts = {
  empty: "Nothing yet.",
  loading: "Loading what was done so far...",
  failed: "What was done so far could not be loaded.",
  absent: "What was done so far is shown when you are back online.",
};
/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 44;

/**
 * The changes by administrators of a person's account, or of those of a company's people, as the
 * server has stored them.
 * @param props.of must be the same object between renders
 */
export function ChangeLog({ of }: { of: ChangesFilter }) {
  const { rows, state } = useList(accountChangesScope(of), (db) => readAccountChanges(db, of), [
    of,
  ]);
  useRefresh(useMemo(() => pullAccountChanges(of), [of]));
  const changes = rows ?? [];
  return (
    <section className={classes.log} aria-labelledby="change-log">
      <h3 id="change-log" className={classes.logTitle}>
        Done so far
      </h3>
      <RefreshNotice state={state} />
      {changes.length > 0 ? (
        <ul className={classes.entries}>
          {changes.map((change) => (
            <li key={change.id} className={classes.entry}>
              {describeChange(change, "personId" in of ? "of the person" : "of anybody")}{" "}
              <span className={classes.time}>{formatMoment(Date.parse(change.created_at))}</span>
            </li>
          ))}
        </ul>
      ) : (
        <ListPlaceholder state={state} words={TEXTS} rowHeight={ENTRY_HEIGHT} rows={1} compact />
      )}
    </section>
  );
}
