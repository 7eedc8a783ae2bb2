import type { Agent } from "@contracts/agent.ts";
import {
  agentOfPayload,
  itemPayloadSchema,
  type QueueItem,
  queueItemSchema,
} from "@contracts/queue-item.ts";
import { readState, type StoredItem } from "./stored-item.ts";

/** An item that this version of the app can't read, with the known fields. */
interface UnreadableItem extends Omit<QueueItem, "payload"> {
  payload: {
    kind: "unreadable";
    /** The stored row. */
    row: StoredItem;
  };
}

/** An item for display on a page. */
export type WaitingItem = QueueItem | UnreadableItem;

/** The item in a row; null when this version can't read it. */
export const parseItem = (row: StoredItem | undefined): QueueItem | null =>
  queueItemSchema.safeParse(row).data ?? null;

/** A row for display on a page. */
export function shownItem(row: StoredItem): WaitingItem {
  return (
    parseItem(row) ?? {
      id: row.id,
      lane: "",
      ...(typeof row.place === "number" && { place: row.place }),
      capturedAt: new Date(Number(row.capturedAt)).getTime() || 0,
      size: Number(row.size) || 0,
      payload: { kind: "unreadable", row },
      ...readState(row),
      attempts: 0,
      due: null,
      steps: {},
    }
  );
}

/** The agent of a row; null when this version does not know it. */
export function agentOfRow({ payload }: StoredItem): Agent | null {
  const read = itemPayloadSchema.safeParse(payload).data;
  return read === undefined ? null : agentOfPayload(read);
}

/**
 * Whether the server may have an item, or a part of it. After Retry, and when nothing was answered,
 * only `tried` shows this; the other facts show it for items that an earlier version has tried.
 */
export function mayHaveArrived(item: WaitingItem): boolean {
  const { payload, state, tried, attempts, reason, steps } = item;
  // The attempts of a newer version can't be read.
  if (payload.kind === "unreadable") return true;
  if (tried === true || state === "sending") return true;
  return attempts > 0 || reason !== null || Object.keys(steps).length > 0;
}
