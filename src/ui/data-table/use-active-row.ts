import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/**
 * The row of a table at which the Tab key stops: the one that had the focus last, or the first.
 * @param body the element that contains the rows, each with its `data-id`
 */
export function useActiveRow(
  rows: readonly { id: string }[],
  body: RefObject<HTMLElement | null>,
): {
  index: number;
  /** Remembers the row that has got the focus. */
  attend: (id: string) => void;
  /** Moves the focus to a row, also to one that is not rendered yet. */
  focus: (id: string) => void;
} {
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useRef<string | null>(null);
  const [, renderAgain] = useState(0);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const row = body.current?.querySelector(`[data-id="${CSS.escape(wanted.current)}"]`);
    if (row === null) return;
    wanted.current = null;
    row?.querySelector("button")?.focus();
  });
  return {
    index: Math.max(
      rows.findIndex(({ id }) => id === activeId),
      rows.length > 0 ? 0 : -1,
    ),
    attend: setActiveId,
    focus: (id) => {
      wanted.current = id;
      setActiveId(id);
      renderAgain((count) => count + 1);
    },
  };
}
