import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";

/** Asks before a waiting item is discarded, and says whether the server may have it. */
export function discardQuestion(item: WaitingItem): string {
  const sent = mayHaveArrived(item) ? "It may already have been sent." : "It was not sent.";
  return `Discard this? ${sent} This cannot be undone.`;
}

/**
 * Whether the server may have an item, or a part of it. After Retry, and when nothing was answered,
 * only `tried` tells so; the other facts tell it of items that an earlier version has tried.
 */
function mayHaveArrived({ payload, state, tried, attempts, reason, steps }: WaitingItem): boolean {
  // What a newer version did with its item can't be read.
  if (payload.kind === "unreadable") return true;
  if (tried === true || state === "sending") return true;
  return attempts > 0 || reason !== null || Object.keys(steps).length > 0;
}
