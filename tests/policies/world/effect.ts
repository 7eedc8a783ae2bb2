import type { Reply, Row } from "./rest.ts";
import { filterOf, type TableName } from "./tables.ts";
import type { World } from "./world.ts";

/** The rows that a table lost, gained and changed between two snapshots. */
interface Difference {
  added: Row[];
  removed: Row[];
  changed: { before: Row; after: Row }[];
}

/** Every row of a table by its key, as the server itself sees it. */
export type Snapshot = Map<string, Row>;

export async function takeSnapshot(world: World, table: TableName): Promise<Snapshot> {
  const reply = await world.asServer("GET", table);
  if (reply.code !== null) throw new Error(`${table}: ${reply.message}`);
  return new Map(reply.rows.map((row) => [filterOf(table, row), row]));
}

function differenceOf(before: Snapshot, after: Snapshot): Difference {
  const difference: Difference = { added: [], removed: [], changed: [] };
  for (const [key, row] of after) {
    const earlier = before.get(key);
    if (!earlier) difference.added.push(row);
    else if (JSON.stringify(earlier) !== JSON.stringify(row)) {
      difference.changed.push({ before: earlier, after: row });
    }
  }
  for (const [key, row] of before) if (!after.has(key)) difference.removed.push(row);
  return difference;
}

/** Restores a table to its earlier state, as the server. */
async function undo(world: World, table: TableName, { added, removed, changed }: Difference) {
  for (const row of added) await world.asServer("DELETE", `${table}?${filterOf(table, row)}`);
  for (const row of removed) await world.asServer("POST", table, { body: row });
  for (const { before, after } of changed) {
    await world.asServer("PATCH", `${table}?${filterOf(table, after)}`, { body: before });
  }
}

/** A watched table: every statement sent through it is judged by its effect on the rows. */
export interface Watch {
  /** The rows when the watch began; they are the same again after every statement. */
  rows: Snapshot;
  /**
   * Runs statements and reports the effect of each: "done" (exactly one row changed), "nothing",
   * "refused" (no permission), or the error and the number of rows. Every effect is undone.
   */
  effectsOf(statements: Statement[]): Promise<string[]>;
}

export type Statement = () => Promise<Reply>;

export async function watch(world: World, table: TableName): Promise<Watch> {
  const rows = await takeSnapshot(world, table);
  const effectsOf = async (statements: Statement[]): Promise<string[]> => {
    const replies = await Promise.all(statements.map((statement) => statement()));
    const difference = differenceOf(rows, await takeSnapshot(world, table));
    const touched = countOf(difference);
    if (touched > 0) {
      await undo(world, table, difference);
      const left = differenceOf(rows, await takeSnapshot(world, table));
      if (countOf(left) > 0) throw new Error(`${table} stays changed: ${JSON.stringify(left)}`);
      if (statements.length > 1) {
        // At least one of them changed rows: sending them one at a time shows which.
        const effects: string[] = [];
        for (const statement of statements) effects.push(...(await effectsOf([statement])));
        return effects;
      }
    }
    return replies.map((reply) => judge(reply, touched));
  };
  return { rows, effectsOf };
}

function judge(reply: Reply, touched: number): string {
  if (reply.code === null && touched === 1) return "done";
  if (reply.code === null && touched === 0) return "nothing";
  if (reply.code === "42501" && touched === 0) return "refused";
  return `${reply.status} ${reply.code} ${reply.message}, ${touched} rows touched`;
}

function countOf({ added, removed, changed }: Difference): number {
  return added.length + removed.length + changed.length;
}
