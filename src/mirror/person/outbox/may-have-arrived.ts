import type { WaitingItem } from "./read-item.ts";

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
