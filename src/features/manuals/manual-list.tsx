import type { QuestionAgent } from "@contracts/question.ts";
import { useReachable } from "#sync/use-reachable.ts";
import { briefMomentWords } from "#ui/format.ts";
import { RowList } from "#ui/row-list.tsx";
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
  const manuals = useManuals(props.agent);
  const reachable = useReachable();
  if (manuals === undefined) return null;
  if (manuals.files.length > 0) return <Files manuals={manuals} reachable={reachable} />;
  return (
    <p role="status" className={classes.empty}>
      {emptyWords(manuals, reachable)}
    </p>
  );
}

function emptyWords({ refreshedAt }: Manuals, reachable: boolean): string {
  if (refreshedAt !== null) return "There are no manuals for you yet.";
  return reachable
    ? "Loading the list of manuals…"
    : "The list of manuals is not on this device yet. It comes when you are back online.";
}

function Files(props: { manuals: Manuals; reachable: boolean }) {
  const { manuals, reachable } = props;
  const { files, downloads, refreshedAt } = manuals;
  const actions = useManualActions();
  const active = activeDownload([...downloads.values()]);
  return (
    <div className={classes.scroll}>
      <div className={classes.above}>
        {!reachable && refreshedAt !== null && (
          <p className={classes.fresh}>As of {briefMomentWords(refreshedAt, Date.now())}</p>
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
