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
  /**
   * Moves the focus to a row, also to one that is not rendered yet: to the button in its cell of
   * this number, or to the one of its name.
   */
  focus: (id: string, cell?: number) => void;
} {
  const [activeId, setActiveId] = useState<string | null>(null);
  const wanted = useRef<{ id: string; cell: number } | null>(null);
  const [, renderAgain] = useState(0);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const { id, cell } = wanted.current;
    const row = body.current?.querySelector<HTMLTableRowElement>(`[data-id="${CSS.escape(id)}"]`);
    if (row === null) return;
    wanted.current = null;
    const button = row?.cells[cell]?.querySelector<HTMLElement>("button:enabled");
    (button ?? row?.querySelector("button"))?.focus();
  });
  return {
    index: Math.max(
      rows.findIndex(({ id }) => id === activeId),
      rows.length > 0 ? 0 : -1,
    ),
    attend: setActiveId,
    focus: (id, cell = 0) => {
      wanted.current = { id, cell };
      setActiveId(id);
      renderAgain((count) => count + 1);
    },
  };
}
