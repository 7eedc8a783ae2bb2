import { type FocusEvent, type RefObject, useEffect, useState } from "react";

/**
 * Follows which row of a list has the focus, by its `data-id`. When that row is deleted, whoever
 * deleted it, the list gets the focus.
 * @param attended called with the id of the row that gets the focus
 */
export function useFocusedRow(
  rows: readonly { id: string }[],
  list: RefObject<HTMLElement | null>,
  attended?: (id: string) => void,
) {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  useEffect(() => {
    if (focusedId === null || rows.some(({ id }) => id === focusedId)) return;
    setFocusedId(null);
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  }, [focusedId, rows, list]);
  const handlers = {
    onFocus: ({ target }: FocusEvent) => {
      const id = target.closest<HTMLElement>("[data-id]")?.dataset.id;
      setFocusedId(id ?? null);
      if (id !== undefined) attended?.(id);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Without `relatedTarget` the row may be about to be deleted, so its id is kept. If the focus
      // moves within the list, `onFocus` follows at once: without a focused id in between, the next
      // row could be unmounted, because it may be rendered only as a neighbour of the focused row.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocusedId(null);
    },
  };
  return { focusedId, handlers };
}
