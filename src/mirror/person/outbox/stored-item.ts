import { type ItemReason, itemReasonSchema, itemStateSchema } from "@contracts/item-state.ts";
import type { QueueItem } from "@contracts/queue-item.ts";

// What is in the queue was written by some version of the app, maybe an older or a newer one. A row that
// this version can't read is neither sent nor changed nor dropped: it is shown, it holds nobody up, and
// its person decides.

/** A row of the queue as it is stored: nothing of it is sure but its id, until it was read. */
export type StoredItem = Pick<QueueItem, "id"> & { [Field in keyof QueueItem]?: unknown };

/** Why an item that this version can't read is held. */
export const UNREADABLE: ItemReason = {
  code: "unknown_kind",
  message: "Update the app to send this item.",
};

/** Where a row stands. One of a state that this version does not know is held: no drainer takes it up. */
export function stateOf(row: StoredItem): Pick<QueueItem, "state" | "reason"> {
  const state = itemStateSchema.safeParse(row.state).data;
  return state === undefined
    ? { state: "needs-attention", reason: UNREADABLE }
    : { state, reason: itemReasonSchema.safeParse(row.reason).data ?? null };
}
