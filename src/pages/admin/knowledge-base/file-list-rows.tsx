import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";
import classes from "./file-list.module.css";
import { type FileActions, FileRow } from "./file-row.tsx";

/** Height of a usual row with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 220;

/** The rows of the list. Only those near the screen are in the document: there may be hundreds. */
export function FileListRows(props: {
  list: RefObject<HTMLUListElement | null>;
  files: readonly KnowledgeFile[];
  /** What is going on, in words, by the file's id. */
  doing: Readonly<Record<string, string>>;
  readOnly: boolean;
  actions: FileActions;
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
  const virtualizer = useWindowVirtualizer({
    count: files.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => files[index]?.id ?? index,
    overscan: 6,
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
