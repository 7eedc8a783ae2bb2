import { withDatabaseOf } from "#mirror/device/seen-people.ts";
import { type KeptWork, readUnsentWork } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { mayHaveArrived } from "#mirror/person/outbox/may-have-arrived.ts";
import { shownItem } from "#mirror/person/outbox/read-item.ts";

/** What is known of whether kept work was sent: for its description, and before it is discarded. */
export interface SentWords {
  described: string;
  asked: string;
}

/**
 * Says whether the work was sent, as far as this device knows: an attempt whose answer was lost may
 * have arrived. Until that is read, nothing is claimed.
 * @param kept must be the same array between renders while nothing changed
 */
export function useSentWords(kept: readonly KeptWork[], count: number): SentWords {
  const tried = useLive(() => anyTried(kept), [kept]);
  return sentWords(count, tried ?? true);
}

/** @param tried whether the server may have some of it */
export function sentWords(count: number, tried: boolean): SentWords {
  if (!tried) {
    return { described: "never sent", asked: `${count === 1 ? "It was" : "They were"} not sent.` };
  }
  const asked = `${count === 1 ? "It" : "Some of them"} may already have been sent.`;
  return { described: "not known to have arrived", asked };
}

async function anyTried(kept: readonly KeptWork[]): Promise<boolean> {
  for (const { person } of kept) {
    const { items } = await withDatabaseOf(person.id, readUnsentWork);
    if (items.map(shownItem).some(mayHaveArrived)) return true;
  }
  return false;
}
