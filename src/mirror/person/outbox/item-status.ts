import type { QueueItem } from "@contracts/queue-item.ts";
import { AI_NOT_CONFIGURED } from "@contracts/refusal.ts";
import type { PersonDatabase, Result } from "../person-database.ts";
import { stateOf } from "./stored-item.ts";
import { someWaitFor } from "./waiting.ts";

/** Where something stands that was queued. */
export interface ItemStatus {
  /** Undefined when it arrived, or was discarded. */
  item: Pick<QueueItem, "state" | "reason"> | undefined;
  /** The server's reply, as it was stored; undefined when there is none. */
  reply: unknown;
  /** Some item waits because no AI provider is set up; so do those that were not tried yet. */
  notSetUp: boolean;
}

/** Where the item of that id stands, or the reply that it became. */
export async function readItemStatus(db: PersonDatabase, id: string): Promise<ItemStatus> {
  // The item first: it leaves in the transaction that stores the reply, so that one is always found.
  const row = await db.outbox.get(id);
  if (row === undefined) {
    const result = await readResult(db, id);
    return { item: undefined, reply: result?.reply, notSetUp: false };
  }
  const item = stateOf(row);
  return { item, reply: undefined, notSetUp: await someWaitFor(db, AI_NOT_CONFIGURED) };
}

/** The full reply of an item that arrived lately; undefined while it has not, or when it is old. */
export function readResult(db: PersonDatabase, id: string): Promise<Result | undefined> {
  return db.results.get(id);
}
