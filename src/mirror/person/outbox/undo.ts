import type { StoredItem } from "./stored-item.ts";

/** How long what was queued without being asked for can be taken back before it is sent, in ms. */
export const UNDO_MS = 7_000;

/**
 * Whether an item waits for nothing but that its person may still take it back. One with a time
 * further away than that was queued before the device's clock was set back: it waits for nothing.
 * @param now epoch ms
 */
export function isUndoable({ undoableUntil }: StoredItem, now: number): boolean {
  return typeof undoableUntil === "number" && undoableUntil > now && undoableUntil - now <= UNDO_MS;
}
