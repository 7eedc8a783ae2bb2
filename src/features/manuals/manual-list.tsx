import type { QuestionAgent } from "@contracts/question.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { formatBriefMoment } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
import { ListPlaceholder, type ListTexts, RefreshNotice } from "../lists/list-placeholder.tsx";
import type { ListState } from "../lists/use-list.ts";
import classes from "./manual-list.module.css";
import { ManualRow } from "./manual-row.tsx";
import { activeDownload, manualState } from "./manual-state.ts";
import { StorageSummary } from "./storage-summary.tsx";
import { useManualActions } from "./use-manual-actions.ts";
import { type Manuals, useManuals } from "./use-manuals.ts";

/** The height of a typical row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 176;

/** The documents of an agent. */
export function ManualList(props: { agent: QuestionAgent }) {
  const { manuals, state } = useManuals(props.agent);
  const reachable = useReachable();
  if (manuals !== undefined && manuals.files.length > 0) {
    return <Files manuals={manuals} state={state} reachable={reachable} />;
  }
  return (
    <>
      <RefreshNotice state={state} />
      <ListPlaceholder state={state} words={TEXTS} rowHeight={USUAL_HEIGHT} />
    </>
  );
}

const TEXTS: ListTexts = {
  empty: "There are no manuals for you yet.",
  loading: "Loading the list of manuals…",
  failed: "The list of manuals could not be loaded.",
  absent: "The list of manuals is not on this device yet. It comes when you are back online.",
};

function Files(props: { manuals: Manuals; state: ListState; reachable: boolean }) {
  const { manuals, state, reachable } = props;
  const { files, downloads } = manuals;
  const actions = useManualActions();
  const active = activeDownload([...downloads.values()]);
  return (
    <div className={classes.scroll}>
      <div className={classes.above}>
        <RefreshNotice state={state} />
        {!reachable && typeof state.refreshed === "number" && (
          <p className={classes.fresh}>As of {formatBriefMoment(state.refreshed, Date.now())}</p>
        )}
        <StorageSummary
          manuals={manuals}
          onDownloadAll={actions.download}
          onCancelAll={actions.removeAll}
        />
      </div>
      <RowList
        rows={files}
        label="Manuals"
        usualHeight={USUAL_HEIGHT}
        scrolls="parent"
        row={(file) => (
          <ManualRow
            file={file}
            state={manualState(downloads.get(file.id), { reachable, active })}
            actions={actions}
          />
        )}
      />
    </div>
  );
}
