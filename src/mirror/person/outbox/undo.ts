import type { StoredItem } from "./stored-item.ts";

/** How long an item that was queued automatically can be undone before it is sent (ms). */
export const UNDO_MS = 7_000;

/**
 * Whether an item waits only because its person may still undo it. A time further away than
 * `UNDO_MS` means that the device's clock was set back: such an item does not wait.
 * @param now epoch ms
 */
export function isUndoable({ undoableUntil }: StoredItem, now: number): boolean {
  return typeof undoableUntil === "number" && undoableUntil > now && undoableUntil - now <= UNDO_MS;
}
