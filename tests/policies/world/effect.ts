import type { PeopledWorld } from "./peopled-world.ts";
import type { Reply, Row } from "./rest.ts";
import { filterOf, type TableName } from "./tables.ts";

/** Every row of a table by its key, as the server itself sees it. */
export type Snapshot = Map<string, Row>;

export async function takeSnapshot(world: PeopledWorld, table: TableName): Promise<Snapshot> {
  const reply = await world.asServer("GET", table);
  if (reply.code !== null) throw new Error(`${table}: ${reply.message}`);
  return new Map(reply.rows.map((row) => [filterOf(table, row), row]));
}

/** The rows that a table lost, gained and changed: as they were, and as they are. */
function differenceOf(before: Snapshot, after: Snapshot) {
  // What was added comes first: it may have what another row has to get back.
  return [...[...after.keys()].filter((key) => !before.has(key)), ...before.keys()]
    .map((key) => ({ was: before.get(key), is: after.get(key) }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}

async function undo(
  world: PeopledWorld,
  table: TableName,
  difference: ReturnType<typeof differenceOf>,
) {
  for (const { was, is } of difference) {
    const path = `${table}?${filterOf(table, is ?? {})}`;
    if (!is) await world.asServer("POST", table, { body: was });
    else await world.asServer(was ? "PATCH" : "DELETE", path, was ? { body: was } : {});
  }
}

export type Statement = () => Promise<Reply>;
export type Watch = Awaited<ReturnType<typeof watch>>;

/** A watched table: every statement sent through it is judged by its effect on the rows. */
export async function watch(world: PeopledWorld, table: TableName) {
  /** The rows when the watch began; they are the same again after every statement. */
  const rows = await takeSnapshot(world, table);
  /**
   * Runs statements and reports the effect of each: "done" (exactly one row changed), "nothing",
   * "refused" (no permission), or the error and the number of rows. Every effect is undone.
   */
  const effectsOf = async (statements: Statement[]): Promise<string[]> => {
    const replies = await Promise.all(statements.map((statement) => statement()));
    const difference = differenceOf(rows, await takeSnapshot(world, table));
    const touched = difference.length;
    if (touched > 0) {
      await undo(world, table, difference);
      const left = differenceOf(rows, await takeSnapshot(world, table));
      if (left.length > 0) throw new Error(`${table} stays changed: ${JSON.stringify(left)}`);
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
