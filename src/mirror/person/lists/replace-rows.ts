import type { PersonDatabase, Scope } from "../person-database.ts";
import { isSame, type Mirrored, type MirroredTable, readField } from "./mirrored-table.ts";

/** The server's answer to a request that was sent at `askedAt`; times are epoch ms. */
export interface Answer<Row> {
  rows: readonly Row[];
  askedAt: number;
  now: number;
}

/** A part of a table that one request loads completely. */
export interface ListScope<Row> {
  /** The key of its row in `scopes`, which notes when it was refreshed. */
  name: string;
  /** Whether a mirrored row belongs to this part. */
  holds: (row: Row) => boolean;
  /**
   * For scopes that share rows: their common name. An answer to one of them is dropped when a later
   * request to any of them was answered first.
   */
  sharedName?: string;
  /** For scopes of which only the newest rows are asked for: up to which one all are here then. */
  reaches?: Scope["reaches"];
}

/** The changes that an answer made. */
export interface Replacement<Row> {
  /** Rows of the answer that are in the mirror now: all except those with a newer change here. */
  brought: Row[];
  /** Ids of the rows that it removed. */
  gone: string[];
}

/**
 * Replaces the requested rows by the server's answer. Every list follows these rules:
 *
 * - Rows that were written here after the request was sent are newer than the answer: they stay as
 *   they are, or stay deleted.
 * - An answer is dropped when a later request was answered first: it may contain rows that are
 *   deleted since.
 * - A time in the future was noted before the device's clock was set back, and counts as old.
 * - Unchanged rows are not written.
 * @returns null for a dropped answer, which changes nothing
 */
export async function replaceRows<Row extends { id: string }>(
  db: PersonDatabase,
  table: MirroredTable<Row>,
  scope: ListScope<Row>,
  answer: Answer<Row>,
): Promise<Replacement<Row> | null> {
  const { askedAt, now } = answer;
  const isNewer = ({ mirroredAt = 0 }: Mirrored<Row>) => mirroredAt >= askedAt && mirroredAt <= now;
  // Not `now`: the answer to a later request, which was faster, would count as older.
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
    const answered = { refreshedAt: now, askedAt: mirroredAt };
    await db.scopes.put({ name: orderName, ...answered });
    const { name, reaches } = scope;
    await db.scopes.put({ name, ...answered, ...(reaches !== undefined && { reaches }) });
    return { brought, gone: ids };
  });
}

/** Whether a mirrored row is shown and equals the server's row. */
function isAsAnswered<Row extends { id: string }>(known: Mirrored<Row>, row: Row): boolean {
  return (
    known.leaving !== true &&
    Object.entries(row).every(([key, value]) => isSame(readField(known, key), value))
  );
}
