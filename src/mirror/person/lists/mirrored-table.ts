import type { Table } from "dexie";

/** A row of the server, as stored in the mirror. */
export type Mirrored<Row> = Row & {
  /**
   * The time from which this state of the row is known (epoch ms): when the answer that contained
   * it was requested, or when it was written here. Missing in some rows of earlier versions of the
   * app.
   */
  mirroredAt?: number;
  /** Deleted here and not shown. The first answer that is requested afterwards removes the row. */
  leaving?: boolean;
};

/** Rows of one kind, each with an id. */
export type MirroredTable<Row extends { id: string }> = Table<Mirrored<Row>, string>;

/**
 * Whether two values of a row are equal. Compares plain values first, because most are plain and
 * thousands are compared at once.
 */
export const isSame = (a: unknown, b: unknown) =>
  a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));

/** A field of a row by its name; undefined when there is no such row. */
export const readField = (row: object | undefined, key: string): unknown =>
  row === undefined ? undefined : Reflect.get(row, key);
