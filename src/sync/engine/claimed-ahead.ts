import type { QueueItem } from "@contracts/queue-item.ts";
import { type Content, readContent } from "#mirror/person/outbox/item-content.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Clock } from "#platform/ports.ts";

/** Larger items are read when they are sent: there, the reading is little beside the sending. */
const LARGEST_BYTES = 1_000_000;

/**
 * How long a claim is good (ms). Later, the item may have been discarded, or sent by another context
 * while this one was frozen.
 */
export const CLAIM_GOOD_MS = 2000;

/** An item that is marked as being sent, and what is sent of it. */
export interface Claimed {
  item: QueueItem;
  content: () => Promise<Content>;
}

/**
 * The items that are claimed, but not yet sent, oldest claim first. Their bytes are read meanwhile,
 * so that a free lane waits for nothing.
 */
export function createClaimedAhead(db: PersonDatabase, clock: Clock) {
  let waiting: (Claimed & { isGood: () => boolean })[] = [];

  return {
    count: (): number => waiting.length,

    /** Adds items that were claimed just now. */
    add(items: readonly QueueItem[]): void {
      const isGood = withinTime(clock);
      const claims = items.map((item) => ({ item, content: readAhead(db, item), isGood }));
      waiting = [...waiting, ...claims];
    },

    /** Takes out the first item that may be sent; undefined when there is none. */
    take(maySend: (item: QueueItem) => boolean): Claimed | undefined {
      const found = waiting.find(({ item, isGood }) => isGood() && maySend(item));
      waiting = waiting.filter((claim) => claim !== found);
      return found;
    },

    /** Takes out the items that may not be sent any more. They have to be given back. */
    takeOthers(maySend: (item: QueueItem) => boolean): QueueItem[] {
      const others = waiting.filter(({ item, isGood }) => !(isGood() && maySend(item)));
      waiting = waiting.filter((claim) => !others.includes(claim));
      return others.map(({ item }) => item);
    },
  };
}

/** Both clocks are asked: while a device sleeps, either may stand still or jump. */
function withinTime({ ticks, now }: Clock): () => boolean {
  const [begunTicks, begun] = [ticks(), now()];
  return () => Math.max(ticks() - begunTicks, Math.abs(now() - begun)) < CLAIM_GOOD_MS;
}

function readAhead(db: PersonDatabase, item: QueueItem): () => Promise<Content> {
  if (item.size > LARGEST_BYTES) return () => readContent(db, item);
  const reading = readContent(db, item).catch(() => null);
  return async () => (await reading) ?? readContent(db, item);
}
