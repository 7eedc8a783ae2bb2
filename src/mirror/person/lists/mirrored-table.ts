import type { Table } from "dexie";

/** A row of the server, as it is in the mirror. */
export type Mirrored<Row> = Row & {
  /**
   * Since when it is known to be so (epoch ms): when the answer that brought it was asked for, or
   * when it was changed here.
   */
  mirroredAt: number;
  /** Deleted here, and not shown. The first answer that was asked for afterwards takes it away. */
  leaving: boolean;
};

/** Rows of one kind, each with an id. */
export type MirroredTable<Row extends { id: string }> = Table<Mirrored<Row>, string>;
