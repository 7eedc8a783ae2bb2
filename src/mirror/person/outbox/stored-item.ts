import { type ItemReason, itemReasonSchema, itemStateSchema } from "@contracts/item-state.ts";
import type { QueueItem } from "@contracts/queue-item.ts";

// The rows of the queue were written by some version of the app, maybe an older or a newer one. A
// row that this version can't read is neither sent nor changed nor deleted: it is shown, it blocks
// no other row, and its person decides.

/** A stored row of the queue: only its id is certain until the row is parsed. */
export type StoredItem = Pick<QueueItem, "id"> & { [Field in keyof QueueItem]?: unknown };

/** Why an item that this version can't read is held. */
export const UNREADABLE: ItemReason = {
  code: "unknown_kind",
  message: "Update the app to send this item.",
};

/** The state of a row. A row in an unknown state is held: no drainer sends it. */
export function readState(row: StoredItem): Pick<QueueItem, "state" | "reason"> {
  const state = itemStateSchema.safeParse(row.state).data;
  return state === undefined
    ? { state: "needs-attention", reason: UNREADABLE }
    : { state, reason: itemReasonSchema.safeParse(row.reason).data ?? null };
}

/** How long an item that was queued automatically can be undone before it is sent (ms). */
export const UNDO_MS = 7_000;

/**
 * Whether an item waits only because its person may still undo it. A time further away than
 * `UNDO_MS` means that the device's clock was set back: such an item does not wait.
 * @param now epoch ms
 */
export const isUndoable = ({ undoableUntil }: StoredItem, now: number) =>
  typeof undoableUntil === "number" && undoableUntil > now && undoableUntil - now <= UNDO_MS;
