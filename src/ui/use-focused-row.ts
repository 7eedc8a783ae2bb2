import { type FocusEvent, type RefObject, useEffect, useState } from "react";

/**
 * Follows which row of a list has the focus, by its `data-id`, and gives the focus to the list when
 * that row is gone, whoever deleted it.
 * @param attended told of the row that gets it
 */
export function useFocusedRow(
  rows: readonly { id: string }[],
  list: RefObject<HTMLUListElement | null>,
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
      const id = target.closest("li")?.dataset.id;
      setFocusedId(id ?? null);
      if (id !== undefined) attended?.(id);
    },
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Without a target it may be that the row is being taken away. Within the list the next row is
      // told of right after; without any in between, that row could be taken away first.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setFocusedId(null);
    },
  };
  return { focusedId, handlers };
}
