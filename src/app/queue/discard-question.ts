import { mayHaveArrived } from "#mirror/person/outbox/may-have-arrived.ts";
import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";

/** Asks before a waiting item is discarded, and says whether the server may have it. */
export function discardQuestion(item: WaitingItem): string {
  const sent = mayHaveArrived(item) ? "It may already have been sent." : "It was not sent.";
  return `Discard this? ${sent} This cannot be undone.`;
}
