import type { QueueItem } from "@contracts/queue-item.ts";
import { AI_NOT_CONFIGURED } from "@contracts/refusal-code.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { PersonDatabase } from "../person-database.ts";
import { readState } from "./stored-item.ts";
import { someWaitFor } from "./waiting.ts";

/** The status of a queued item. */
export interface ItemStatus {
  /** Undefined when the item arrived or was discarded. */
  item: Pick<QueueItem, "state" | "reason"> | undefined;
  /** The stored reply of the server; undefined when there is none. */
  reply: unknown;
  /**
   * Whether some item waits because no AI provider is set up; untried items then wait for it too.
   */
  notSetUp: boolean;
}

/** The status of the item with this id, or its reply. */
async function readItemStatus(db: PersonDatabase, id: string): Promise<ItemStatus> {
  // Read the item first: it is removed in the transaction that stores the reply, so one of the two
  // is always found.
  const row = await db.outbox.get(id);
  if (row === undefined) {
    const result = await readResult(db, id);
    return { item: undefined, reply: result?.reply, notSetUp: false };
  }
  const item = readState(row);
  return { item, reply: undefined, notSetUp: await someWaitFor(db, AI_NOT_CONFIGURED) };
}

/**
 * The full reply of a note or a photo that arrived recently; undefined before its arrival, when it is
 * old, and for a question, whose messages hold all of its reply.
 */
export const readResult = (db: PersonDatabase, id: string) => db.results.get(id);

/** The status of a queued item, kept current. Undefined without an id and until the first read. */
export function useItemStatus(id: string | null): ItemStatus | undefined {
  const db = useMirror();
  const read = useLive(
    async () => (id === null ? null : { id, status: await readItemStatus(db, id) }),
    [db, id],
  );
  // Otherwise it is still the status of the previous id.
  return read?.id === id ? read?.status : undefined;
}
