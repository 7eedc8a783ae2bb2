import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Box } from "@mantine/core";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef, useState } from "react";
import { LogCard } from "./log-card.tsx";
import classes from "./log-list.module.css";
import { type WholeText, WholeTextDialog } from "./whole-text-dialog.tsx";

/** Height of a usual card with the gap below it, in px, until it is measured. */
const USUAL_HEIGHT = 420;

/** The logs in an area that scrolls. Only those near what is seen are in the document. */
export function LogList(props: { logs: readonly DetailedLog[] }) {
  const { logs } = props;
  const scroll = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState<WholeText | null>(null);
  const virtualizer = useVirtualizer({
    count: logs.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => USUAL_HEIGHT,
    getItemKey: (index) => logs[index]?.id ?? index,
    overscan: 3,
    useFlushSync: false,
  });
  return (
    <>
      <Box
        ref={scroll}
        role="region"
        aria-label="Activity logs"
        tabIndex={0}
        className={classes.scroll ?? ""}
      >
        <ul
          aria-label="Logs"
          className={classes.list}
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
                style={{ transform: `translateY(${start}px)` }}
              >
                <LogCard log={log} onShowWhole={setWhole} />
              </li>
            );
          })}
        </ul>
      </Box>
      <WholeTextDialog whole={whole} onClose={() => setWhole(null)} />
    </>
  );
}
