import type { PersonDatabase } from "../person-database.ts";
import { fieldOf, isSame, type Mirrored, type MirroredTable } from "./mirrored-table.ts";

/** What the server answered to a request that left at `askedAt`; times are epoch ms. */
export interface Answer<Row> {
  rows: readonly Row[];
  askedAt: number;
  now: number;
}

/** A part of a table that one request asks for whole. */
export interface ListScope<Row> {
  /** Under which it is noted how fresh it is. */
  name: string;
  /** Whether a mirrored row is among what was asked for. */
  holds: (row: Row) => boolean;
  /**
   * Of scopes that share rows: the name of all of them. An answer to one of them is overtaken by a
   * later question to any.
   */
  sharedName?: string;
}

/** What an answer changed. */
export interface Replacement<Row> {
  /** Rows of the answer that are in the mirror now: all but those that are newer here. */
  brought: Row[];
  /** Ids of the rows that it took away. */
  gone: string[];
}

/**
 * Replaces the rows that were asked for by what the server answered: the one rule for every list.
 *
 * - Rows that were written here after the request had left are newer than the answer, and stay as they
 *   are, or stay away.
 * - An answer that a later question overtook is dropped: it may hold what is gone since.
 * - What seems to come from the future was noted before the device's clock was set back, and is old.
 * - Rows that are as they were are not written.
 * @returns null for an answer that was dropped: nothing is changed
 */
export async function replaceRows<Row extends { id: string }>(
  db: PersonDatabase,
  table: MirroredTable<Row>,
  scope: ListScope<Row>,
  answer: Answer<Row>,
): Promise<Replacement<Row> | null> {
  const { askedAt, now } = answer;
  const isNewer = ({ mirroredAt = 0 }: Mirrored<Row>) => mirroredAt >= askedAt && mirroredAt <= now;
  // Not `now`: an answer to a later question, which was quicker, would count as the older one.
  const mirroredAt = Math.min(askedAt, now);
  return db.transaction("rw", table, db.scopes, async () => {
    const orderName = scope.sharedName ?? scope.name;
    const last = (await db.scopes.get(orderName))?.askedAt ?? 0;
    if (last > askedAt && last <= now) return null;
    const missing = new Map((await table.toArray()).map((row) => [row.id, row]));
    const brought: Row[] = [];
    const changed: Mirrored<Row>[] = [];
    for (const row of answer.rows) {
      const known = missing.get(row.id);
      missing.delete(row.id);
      if (known !== undefined && isNewer(known)) continue;
      brought.push(row);
      if (known === undefined || !isAsAnswered(known, row)) {
        changed.push({ ...row, mirroredAt, leaving: false });
      }
    }
    const gone = [...missing.values()].filter((row) => !isNewer(row) && scope.holds(row));
    const ids = gone.map(({ id }) => id);
    await table.bulkPut(changed);
    await table.bulkDelete(ids);
    const names = new Set([scope.name, orderName]);
    await db.scopes.bulkPut(
      [...names].map((name) => ({ name, refreshedAt: now, askedAt: mirroredAt })),
    );
    return { brought, gone: ids };
  });
}

/** Whether a mirrored row is shown and holds what the server answered. */
function isAsAnswered<Row extends { id: string }>(known: Mirrored<Row>, row: Row): boolean {
  return (
    known.leaving !== true &&
    Object.entries(row).every(([key, value]) => isSame(fieldOf(known, key), value))
  );
}
