import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import classes from "./file-list.module.css";
import { FileRow, type FileRowActions } from "./file-row.tsx";
import type { Doing } from "./use-file-actions.ts";
import { useFocusedRow } from "./use-focused-row.ts";

/** Height of a usual row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 220;

/** The rows of the list. Only those near the screen are in the document: there may be hundreds. */
export function FileListRows(props: {
  list: RefObject<HTMLUListElement | null>;
  files: readonly KnowledgeFile[];
  doing: Doing;
  readOnly: boolean;
  actions: FileRowActions;
}) {
  const { list, files, doing, readOnly, actions } = props;
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => setTop(element.getBoundingClientRect().top + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  const { focusedId, handlers } = useFocusedRow(files, list);
  const virtualizer = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => files[index]?.id ?? index,
    overscan: 6,
    rangeExtractor: (range) =>
      withNeighbours(
        range,
        files.findIndex(({ id }) => id === focusedId),
      ),
    scrollMargin: top,
    useFlushSync: false,
  });
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className={classes.list}
      aria-label="Documents"
      style={{ height: virtualizer.getTotalSize() }}
      {...handlers}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const file = files[index];
        if (file === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-id={file.id}
            aria-setsize={files.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <FileRow
              file={file}
              doing={doing[file.id] ?? null}
              readOnly={readOnly}
              actions={actions}
            />
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The rows near the screen, in order, and the one that has the focus with those next to it: scrolled
 * away from, Tab goes on from there in both directions.
 */
function withNeighbours(range: Range, focused: number): number[] {
  const near = defaultRangeExtractor(range);
  if (focused === -1) return near;
  const around = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...near, ...around])].sort((a, b) => a - b);
}
