import type { QueueItem } from "@contracts/queue-item.ts";
import { AI_FAILED, INTERNAL } from "@contracts/refusal-code.ts";
import type { PersonDatabase } from "../person-database.ts";
import { parseItem } from "./read-item.ts";
import { readState, type StoredItem } from "./stored-item.ts";

/** Failures of an attempt that are reported although the item is tried again by itself. */
const REPORTED_WHILE_WAITING: ReadonlySet<string> = new Set([AI_FAILED, INTERNAL]);

/**
 * The items that were refused, or failed at the AI provider or in the server, and whose person was
 * not informed yet. They count as reported from now on, in every tab and after a restart: an item
 * that fails again is not returned again, unless its person asked for another attempt or it is now
 * refused.
 */
export async function takeUnreportedFailures(db: PersonDatabase): Promise<QueueItem[]> {
  const failed = db.outbox.where("state").anyOf("waiting", "needs-attention").filter(isUnreported);
  // Mostly there is none, and a transaction that writes would hold up the sending.
  if ((await failed.limit(1).count()) === 0) return [];
  return db.transaction("rw", db.outbox, async () => {
    const rows = await db.outbox
      .where("state")
      .anyOf("waiting", "needs-attention")
      .filter(isUnreported)
      .toArray();
    await db.outbox.bulkPut(rows.map((row) => ({ ...row, told: row.state })));
    return rows.flatMap((row) => parseItem(row) ?? []);
  });
}

function isUnreported(row: StoredItem): boolean {
  const { state, reason } = readState(row);
  if (row.told === state) return false;
  return state === "needs-attention" || REPORTED_WHILE_WAITING.has(reason?.code ?? "");
}
