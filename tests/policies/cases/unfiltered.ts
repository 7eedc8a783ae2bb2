import { describe, expect, test } from "vitest";
import { cellOf } from "../expected/expectations.ts";
import { type ActorName, actorNames } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { holds, partiesOf, standingOfRow } from "../world/row-ownership.ts";
import type { Trial } from "../world/row-trials.ts";
import { runAs, type Sql } from "../world/run-as.ts";
import { filterOf, type TableName, tableNames, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { updateOf } from "./assurance.ts";

const OPERATIONS = ["update", "delete"] as const;

/**
 * Changes all rows by SQL, compares with `reach`, and rolls back. When a statement names its rows,
 * the select policy applies too and hides that the other policies allow too much; only its own
 * policy applies to a statement without a condition.
 */
async function tryUnfiltered(
  world: World,
  sql: Sql,
  table: TableName,
  actor: ActorName,
  operation: (typeof OPERATIONS)[number],
): Promise<Trial> {
  const cell = cellOf(table, operation, actor);
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
export function checkUnfiltered(world: () => World, sql: () => Sql): void {
  describe.each(tableNames)("all rows of %s", (table) => {
    test.each(actorNames)(
      "are changed by %s only where single rows may be changed",
      async (actor) => {
        for (const operation of OPERATIONS) {
          const trial = await tryUnfiltered(world(), sql(), table, actor, operation);
          expect({ [operation]: trial.found }).toEqual({ [operation]: trial.expected });
        }
      },
    );
  });
}
