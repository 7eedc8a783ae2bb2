import { isSame, type Mirrored, type MirroredTable, readField } from "./mirrored-table.ts";

/** Undoes an optimistic change, except where another change has replaced it. */
export type Rollback = () => Promise<void>;

export type MirroredList<Row extends { id: string }> = ReturnType<typeof mirroredList<Row>>;

/**
 * The writes of commands to one table of the mirror: optimistic changes, and the server's answers.
 * Times are epoch ms.
 */
export function mirroredList<Row extends { id: string }>(table: MirroredTable<Row>) {
  /** Stores the server's present state of a row. */
  async function put(row: Row, now: number): Promise<void> {
    await table.put({ ...row, mirroredAt: now, leaving: false });
  }

  /** Shows a change of a row before the server has confirmed it. */
  async function show(
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
        const untouched = Object.keys(change).filter((key) =>
          isSame(readField(row, key), readField(change, key)),
        );
        const back = Object.fromEntries(untouched.map((key) => [key, readField(before, key)]));
        await table.put({ ...row, ...back, mirroredAt: now() });
      });
  }

  return {
    put,
    /** Stores a change that the server confirmed; a row that was deleted meanwhile stays deleted. */
    async confirm(id: string, change: Partial<Row>, now: number): Promise<void> {
      await table.db.transaction("rw", table, async () => {
        const row = await table.get(id);
        if (row !== undefined) await table.put({ ...row, ...change, mirroredAt: now });
      });
    },
    applyOptimistic: (id: string, change: Partial<Row>, now: () => number) => show(id, change, now),
    /** Shows a new row before the server has confirmed it. */
    async addOptimistic(row: Row, now: () => number): Promise<Rollback> {
      await put(row, now());
      return () => table.delete(row.id);
    },
    /** Hides a row before the server has confirmed its deletion. */
    removeOptimistic: (id: string, now: () => number) =>
      show(id, { leaving: true } as Partial<Mirrored<Row>>, now),
  };
}
