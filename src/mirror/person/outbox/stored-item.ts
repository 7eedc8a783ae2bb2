import type { Agent } from "@contracts/agent.ts";
import {
  agentOfPayload,
  itemPayloadSchema,
  itemReasonSchema,
  itemStateSchema,
  type QueueItem,
  queueItemSchema,
} from "@contracts/queue-item.ts";

// What is in the queue was written by some version of the app, maybe an older or a newer one. A row that
// this version can't read is neither sent nor changed nor dropped: it is shown, it holds nobody up, and
// its person decides.

/** A row of the queue as it is stored: nothing of it is sure but its id, until it was read. */
export type StoredItem = Pick<QueueItem, "id"> & { [Field in keyof QueueItem]?: unknown };

/** An item that this version of the app can't read, with what is known of it. */
export interface UnreadableItem extends Omit<QueueItem, "payload"> {
  payload: {
    kind: "unreadable";
    /** As it is stored. */
    row: StoredItem;
  };
}

/** An item as a page shows it. */
export type WaitingItem = QueueItem | UnreadableItem;

/** Why an item that this version can't read is held. */
export const UNREADABLE = {
  code: "unknown_kind",
  message: "Update the app to send this item.",
} as const;

/** The item in a row; null when this version can't read it. */
export function parseItem(row: StoredItem | undefined): QueueItem | null {
  return queueItemSchema.safeParse(row).data ?? null;
}

/** A row as a page shows it. */
export function shownItem(row: StoredItem): WaitingItem {
  const item = parseItem(row);
  if (item !== null) return item;
  const state = itemStateSchema.safeParse(row.state).data;
  const reason = itemReasonSchema.safeParse(row.reason).data ?? null;
  return {
    id: row.id,
    lane: "",
    ...(typeof row.place === "number" && { place: row.place }),
    capturedAt: new Date(Number(row.capturedAt)).getTime() || 0,
    size: Number(row.size) || 0,
    payload: { kind: "unreadable", row },
    // A state that this version does not know: no drainer of it takes it up.
    state: state ?? "needs-attention",
    attempts: 0,
    due: null,
    reason: state === undefined ? UNREADABLE : reason,
    steps: {},
  };
}

/** The agent that a row is for; null when this version can't tell. */
export function agentOfRow({ payload }: StoredItem): Agent | null {
  const read = itemPayloadSchema.safeParse(payload).data;
  return read === undefined ? null : agentOfPayload(read);
}

/** Why a row did not arrive yet: the code; null when nothing is known to be wrong. */
export function reasonCodeOf({ reason }: StoredItem): string | null {
  return itemReasonSchema.safeParse(reason).data?.code ?? null;
}
