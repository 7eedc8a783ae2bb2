import type { QuestionAgent } from "@contracts/question.ts";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import { useReachable } from "#sync/use-reachable.ts";
import { briefMomentWords } from "#ui/format.ts";
import classes from "./manual-list.module.css";
import { ManualRow } from "./manual-row.tsx";
import { activeDownload, manualState } from "./manual-state.ts";
import { StorageSummary } from "./storage-summary.tsx";
import { useManualActions } from "./use-manual-actions.ts";
import { type Manuals, useManuals } from "./use-manuals.ts";

/** Height of a usual row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 176;

/** The documents of an agent. Only those near the screen are in the document. */
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
  const scroll = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const above = list.current?.previousElementSibling;
    if (!above) return;
    const measure = () => setTop(list.current?.offsetTop ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(above);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useVirtualizer({
    count: files.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => files[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    useFlushSync: false,
  });
  const active = activeDownload([...downloads.values()]);
  return (
    <div ref={scroll} className={classes.scroll}>
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
      <ul
        ref={list}
        aria-label="Manuals"
        className={classes.list}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const file = files[index];
          if (file === undefined) return null;
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              className={classes.place}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <ManualRow
                file={file}
                state={manualState(downloads.get(file.id), { reachable, active })}
                actions={actions}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
