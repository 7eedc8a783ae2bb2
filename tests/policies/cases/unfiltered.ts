import { describe, expect, test } from "vitest";
import { reach, type TableName, tableNames } from "../expected/expectations.ts";
import { type ActorName, actorNames } from "../world/people.ts";
import type { PeopledWorld } from "../world/peopled-world.ts";
import type { Row } from "../world/rest.ts";
import { holds, partiesOf, standingOfRow } from "../world/row-ownership.ts";
import type { Trial } from "../world/row-trials.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import { filterOf, tables } from "../world/tables.ts";
import { updateOf } from "./assurance.ts";

const OPERATIONS = ["update", "delete"] as const;

/**
 * A change of all rows, by SQL, against `reach`. A statement that names its rows is held by the
 * select policy as well, which hides that the others let through more: one without a condition is
 * held by its own policy alone. It is undone.
 */
export async function tryUnfiltered(
  world: PeopledWorld,
  sql: Sql,
  table: TableName,
  actor: ActorName,
  operation: (typeof OPERATIONS)[number],
): Promise<Trial> {
  const cell = reach[table][actor]?.[operation] ?? "";
  const before = await sql(`select * from public.${table}`);
  const statement =
    operation === "delete"
      ? `delete from public.${table}`
      : updateOf(table, tables[table].change({}, partiesOf(world, actor, actor)));
  const look =
    operation === "delete"
      ? `select * from public.${table}`
      : `select * from public.${table} where xmin <> pg_current_xact_id()::xid`;
  const { refusal, rows } = await runAs(sql, world.idOf(actor), { statement, look });
  const keysOf = (some: Row[]) => some.map((row) => filterOf(table, row)).sort();
  const kept = new Set(keysOf(rows));
  return {
    found: refusal ?? keysOf(before).filter((key) => !kept.has(key)),
    expected:
      cell === "refused"
        ? "42501"
        : keysOf(before.filter((row) => holds(cell, standingOfRow(world, table, actor, row)))),
  };
}

/** Every table × person × change of all rows. */
export function checkUnfiltered(world: () => PeopledWorld, sql: () => Sql): void {
  describe.each(tableNames)("all rows of %s", (table) => {
    test.each(actorNames)("are changed by %s no further than each of them", async (actor) => {
      for (const operation of OPERATIONS) {
        const trial = await tryUnfiltered(world(), sql(), table, actor, operation);
        expect({ [operation]: trial.found }).toEqual({ [operation]: trial.expected });
      }
    });
  });
}
