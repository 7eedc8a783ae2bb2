import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";
import type { MirroredAgentLog } from "#mirror/person/person-database.ts";
import classes from "./entry.module.css";
import { FinishedEntry } from "./finished-entry.tsx";

/** Height of a usual entry, in px, until it is measured. */
const USUAL_HEIGHT = 232;

/**
 * What arrived, newest first. Only what is near the screen is in the document: with a year's ten
 * thousand notes, rendering them all would freeze a phone for seconds, `content-visibility` or not.
 */
export function FinishedList(props: { logs: readonly MirroredAgentLog[] }) {
  const { logs } = props;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // What stands above the list comes and goes.
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => setTop(element.offsetTop);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: logs.length,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => logs[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    useFlushSync: false,
  });

  return (
    <ul
      ref={list}
      aria-label="History"
      className={classes.virtual}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const log = logs[index];
        if (log === undefined) return null;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={logs.length}
            aria-posinset={index + 1}
            className={classes.place}
            style={{ transform: `translateY(${start - top}px)` }}
          >
            <FinishedEntry log={log} />
          </li>
        );
      })}
    </ul>
  );
}
