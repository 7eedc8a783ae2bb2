import type { QueueItem } from "@contracts/queue-item.ts";
import { type Content, readContent } from "#mirror/person/outbox/item-content.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** Larger items are read when they are sent: there, the reading is little beside the sending. */
const LARGEST_BYTES = 1_000_000;

/**
 * Reads what the next items send, while calls are under way, so that a free lane need not wait for
 * it. Nothing is claimed by that: an item is sent only if the queue still has it when a lane is free,
 * and what was read of any other is forgotten.
 */
export function createReadAhead(db: PersonDatabase) {
  let read = new Map<string, Promise<Content | null>>();

  return {
    /** Reads these items, and forgets all others. */
    expect(items: readonly QueueItem[]): void {
      const next = new Map<string, Promise<Content | null>>();
      for (const item of items) {
        if (item.size > LARGEST_BYTES) continue;
        const reading = read.get(item.id) ?? readContent(db, item).catch(() => null);
        next.set(item.id, reading);
      }
      read = next;
    },

    /**
     * @returns reads what a claimed item sends. It is read again if it has changed: a recording was
     * continued
     */
    contentOf(item: QueueItem): () => Promise<Content> {
      const reading = read.get(item.id);
      return async () => {
        const before = await reading;
        return before != null && sizeOf(before) === item.size ? before : readContent(db, item);
      };
    },
  };
}

function sizeOf({ chunks }: Content): number {
  return chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0);
}
