import { fieldOf, isSame, type Mirrored, type MirroredTable } from "./mirrored-table.ts";

/** Takes back what was shown ahead of the server, as far as nothing else took its place. */
export type Rollback = () => Promise<void>;

/**
 * What a command writes to a list of the mirror: what it shows ahead of the server, and what the
 * server said of it. Times are epoch ms.
 */
export interface MirroredList<Row extends { id: string }> {
  /** Puts a row as the server has it now. */
  put(row: Row, now: number): Promise<void>;
  /** Puts what the server confirmed of a row; one that has gone meanwhile stays away. */
  confirm(id: string, change: Partial<Row>, now: number): Promise<void>;
  /** Shows a change of a row before the server has confirmed it. */
  showChange(id: string, change: Partial<Row>, now: () => number): Promise<Rollback>;
  /** Shows a new row before the server has confirmed it. */
  showNew(row: Row, now: () => number): Promise<Rollback>;
  /** Hides a row before the server has confirmed that it is gone. */
  showGone(id: string, now: () => number): Promise<Rollback>;
}

/** How commands write to one table of the mirror, whichever list it is. */
export function mirroredList<Row extends { id: string }>(
  table: MirroredTable<Row>,
): MirroredList<Row> {
  async function put(row: Row, now: number): Promise<void> {
    await table.put({ ...row, mirroredAt: now, leaving: false });
  }

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
          isSame(fieldOf(row, key), fieldOf(change, key)),
        );
        const back = Object.fromEntries(untouched.map((key) => [key, fieldOf(before, key)]));
        await table.put({ ...row, ...back, mirroredAt: now() });
      });
  }

  return {
    put,
    async confirm(id, change, now) {
      await table.db.transaction("rw", table, async () => {
        const row = await table.get(id);
        if (row !== undefined) await table.put({ ...row, ...change, mirroredAt: now });
      });
    },
    showChange: show,
    async showNew(row, now) {
      await put(row, now());
      return () => table.delete(row.id);
    },
    showGone(id, now) {
      const leaving = { leaving: true } as Partial<Mirrored<Row>>;
      return show(id, leaving, now);
    },
  };
}
