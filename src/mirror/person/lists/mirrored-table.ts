import type { Table } from "dexie";

/** A row of the server, as it is in the mirror. */
export type Mirrored<Row> = Row & {
  /**
   * Since when it is known to be so (epoch ms): when the answer that brought it was asked for, or
   * when it was written here. Earlier versions of the app did not note it of every row.
   */
  mirroredAt?: number;
  /** Deleted here, and not shown. The first answer that was asked for afterwards takes it away. */
  leaving?: boolean;
};

/** Rows of one kind, each with an id. */
export type MirroredTable<Row extends { id: string }> = Table<Mirrored<Row>, string>;

/** Whether two values of a row are the same. Most are plain, and thousands are compared at once. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** A field of a row by its name; undefined when there is no such row. */
export function fieldOf(row: object | undefined, key: string): unknown {
  return row === undefined ? undefined : Reflect.get(row, key);
}
