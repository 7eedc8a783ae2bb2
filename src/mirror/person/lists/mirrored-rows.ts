import type { Mirrored, MirroredTable } from "./mirrored-table.ts";
import type { ListScope } from "./scopes.ts";

/** What the server answered to a request that left at `askedAt`; times are epoch ms. */
export interface Answer<Row> {
  rows: readonly Row[];
  askedAt: number;
  now: number;
}

/** Takes back what was shown ahead of the server, as far as nothing else took its place. */
export type Rollback = () => Promise<void>;

/**
 * Replaces the rows that were asked for by what the server answered. Rows that changed here after the
 * request had left are newer than the answer and stay; rows that are as they were are not written. An
 * answer that a later question overtook is dropped: it may hold what is gone since.
 * @param isAsked whether a mirrored row is among what was asked for
 * @param scope under which it is noted how fresh they are
 */
export async function replaceRows<Row extends { id: string }>(
  table: MirroredTable<Row>,
  isAsked: (row: Row) => boolean,
  scope: ListScope,
  answer: Answer<Row>,
): Promise<void> {
  const { askedAt, now } = answer;
  // What seems to come from the future was written before the device's clock was set back.
  const isNewer = ({ mirroredAt }: Mirrored<Row>) => mirroredAt >= askedAt && mirroredAt <= now;
  // Not `now`: an answer to a later question, which was quicker, would count as the older one.
  const mirroredAt = Math.min(askedAt, now);
  await table.db.transaction("rw", table, scope.table, async () => {
    const last = (await scope.table.get(scope.name))?.askedAt ?? 0;
    if (last > askedAt && last <= now) return;
    const missing = new Map((await table.toArray()).map((row) => [row.id, row]));
    const changed: Mirrored<Row>[] = [];
    for (const row of answer.rows) {
      const known = missing.get(row.id);
      missing.delete(row.id);
      if (known !== undefined && (isNewer(known) || holds(known, row))) continue;
      changed.push({ ...row, mirroredAt, leaving: false });
    }
    const gone = [...missing.values()].filter((row) => !isNewer(row) && isAsked(row));
    await table.bulkPut(changed);
    await table.bulkDelete(gone.map(({ id }) => id));
    await scope.table.put({ name: scope.name, refreshedAt: now, askedAt: mirroredAt });
  });
}

/** Puts a row as the server has it now. */
export async function putRow<Row extends { id: string }>(
  table: MirroredTable<Row>,
  row: Row,
  now: number,
): Promise<void> {
  await table.put({ ...row, mirroredAt: now, leaving: false });
}

/** Puts what the server confirmed of a row; one that has gone meanwhile stays away. */
export async function confirmChange<Row extends { id: string }>(
  table: MirroredTable<Row>,
  id: string,
  change: Partial<Row>,
  now: number,
): Promise<void> {
  await table.db.transaction("rw", table, async () => {
    const row = await table.get(id);
    if (row !== undefined) await table.put({ ...row, ...change, mirroredAt: now });
  });
}

/** Shows a change of a row before the server has confirmed it. */
export async function applyOptimistic<Row extends { id: string }>(
  table: MirroredTable<Row>,
  id: string,
  change: Partial<Mirrored<Row>>,
  now: () => number,
): Promise<Rollback> {
  let before: Mirrored<Row> | undefined;
  await table.db.transaction("rw", table, async () => {
    before = await table.get(id);
    if (before !== undefined) await table.put({ ...before, ...change, mirroredAt: now() });
  });
  return () =>
    table.db.transaction("rw", table, async () => {
      const row = await table.get(id);
      if (row === undefined || before === undefined) return;
      const untouched = Object.keys(change).filter(
        (key) => fieldOf(row, key) === fieldOf(change, key),
      );
      const back = Object.fromEntries(untouched.map((key) => [key, fieldOf(before, key)]));
      await table.put({ ...row, ...back, mirroredAt: now() });
    });
}

/** Shows a new row before the server has confirmed it. */
export async function insertOptimistic<Row extends { id: string }>(
  table: MirroredTable<Row>,
  row: Row,
  now: () => number,
): Promise<Rollback> {
  await putRow(table, row, now());
  return () => table.delete(row.id);
}

/** Hides a row before the server has confirmed that it is gone. */
export function removeOptimistic<Row extends { id: string }>(
  table: MirroredTable<Row>,
  id: string,
  now: () => number,
): Promise<Rollback> {
  const leaving = { leaving: true } as Partial<Mirrored<Row>>;
  return applyOptimistic(table, id, leaving, now);
}

/** Whether a mirrored row is shown and holds what the server answered. */
function holds<Row extends { id: string }>(known: Mirrored<Row>, row: Row): boolean {
  return (
    !known.leaving &&
    Object.entries(row).every(([key, value]) => isSame(fieldOf(known, key), value))
  );
}

/** Most values are plain, and thousands are compared at once: only what is not is written out. */
function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

function fieldOf(row: object | undefined, key: string): unknown {
  return row === undefined ? undefined : Reflect.get(row, key);
}
