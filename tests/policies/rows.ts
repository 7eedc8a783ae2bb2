import { beforeAll, describe, expect, test } from "vitest";
import { type Snapshot, type Statement, type Watch, watch } from "./effect.ts";
import { reach, type TableName, tableNames } from "./expectations.ts";
import { lendCompany, takeRoleRow } from "./lend.ts";
import { type ActorName, actorNames, type PersonName } from "./people.ts";
import {
  holds,
  ownerOf,
  partiesOf,
  standingOfRow,
  targetsIn,
  type WriteOperation,
} from "./standing.ts";
import { filterOf, tables } from "./tables.ts";
import type { World } from "./world.ts";

const operations: WriteOperation[] = ["insert", "update", "delete"];

/** Every table × person × operation × standing of the row, against `reach`. */
export function checkRows(world: () => World): void {
  describe.each(tableNames)("%s", (table) => {
    let watched: Watch;
    beforeAll(async () => {
      watched = await watch(world(), table);
    });

    test("says something about everybody", () => {
      expect(Object.keys(reach[table])).toEqual(["anon", ...actorNames]);
    });

    describe.each(["anon", ...actorNames] as const)("%s", (actor) => {
      test("selects", async () => {
        const cell = reach[table][actor]?.select ?? "";
        const reply = await world().as(actor, "GET", table);
        if (cell === "refused" || actor === "anon") {
          const status = actor === "anon" ? 401 : 403;
          expect({ cell, status: reply.status, code: reply.code }).toEqual({
            cell: "refused",
            status,
            code: "42501",
          });
          return;
        }
        expect(reply.code, String(reply.message)).toBeNull();
        const expected = [...watched.rows]
          .filter(([, row]) => holds(cell, standingOfRow(world(), table, actor, row)))
          .map(([key]) => key);
        expect(reply.rows.map((row) => filterOf(table, row)).sort()).toEqual(expected.sort());
      });

      test.each(operations)("%ss", async (operation) => {
        const cell = reach[table][actor]?.[operation] ?? "";
        const attempts = targetsIn(table, operation, actor).map(([target, person]) => ({
          ...{ table, operation, actor, person, target },
          allowed: holds(cell, target),
        }));
        const otherwise = operation === "insert" || cell === "refused" ? "refused" : "nothing";
        const found: Record<string, string | undefined> = {};
        for (const attempt of attempts.filter(({ allowed }) => allowed)) {
          found[attempt.target] = await tryAllowed(world(), attempt, watched);
        }
        const others = attempts.filter(({ allowed }) => !allowed);
        const effects = await watched.effectsOf(
          others.map((attempt) => statementOf(world(), attempt, watched.rows)),
        );
        for (const [i, { target }] of others.entries()) found[target] = effects[i];
        expect(found).toEqual(
          Object.fromEntries(
            attempts.map(({ target, allowed }) => [target, allowed ? "done" : otherwise]),
          ),
        );
      });
    });
  });
}

/** A statement about one row: that of a person, or of their company. */
interface Attempt {
  table: TableName;
  operation: WriteOperation;
  actor: ActorName | "anon";
  person: PersonName;
}

function statementOf(
  world: World,
  { table, operation, actor, person }: Attempt,
  rows: Snapshot,
  owner = ownerOf(world, table, person),
): Statement {
  // A visitor is nobody; what they state in a row is then the owner's.
  const parties = partiesOf(world, actor === "anon" ? person : actor, person);
  const {
    newRow,
    change,
    owner: { column },
  } = tables[table];
  if (operation === "insert")
    return () => world.as(actor, "POST", table, { body: newRow(parties) });
  // Somebody without a role row has none to change; the statement names it all the same.
  const row = [...rows.values()].find((row) => row[column] === owner) ?? { [column]: owner };
  const path = `${table}?${filterOf(table, row)}`;
  return () =>
    operation === "update"
      ? world.as(actor, "PATCH", path, { body: change(row, parties) })
      : world.as(actor, "DELETE", path);
}

/** A role is given where there is none yet, and the company deleted is one without other people. */
async function tryAllowed(world: World, attempt: Attempt, watched: Watch) {
  const { table, operation, actor, person } = attempt;
  if (table === "user_roles" && operation === "insert") {
    const giveBack = await takeRoleRow(world, person);
    const { rows, effectsOf } = await watch(world, table);
    const [effect] = await effectsOf([statementOf(world, attempt, rows)]);
    await giveBack();
    return effect;
  }
  if (table === "companies" && operation === "delete") {
    const spare = await lendCompany(world, actor === person ? actor : null);
    const { rows, effectsOf } = await watch(world, table);
    const [effect] = await effectsOf([statementOf(world, attempt, rows, spare.id)]);
    await spare.giveBack();
    return effect;
  }
  if (table === "knowledge_base" && operation === "delete") {
    // A file takes its passages along, and they would not come back with it.
    const spare = { ...tables[table].newRow(partiesOf(world, actor as ActorName, person)) };
    await world.asServer("POST", table, { body: spare });
    const { effectsOf } = await watch(world, table);
    const path = `${table}?${filterOf(table, spare)}`;
    const [effect] = await effectsOf([() => world.as(actor, "DELETE", path)]);
    await world.asServer("DELETE", path);
    return effect;
  }
  const [effect] = await watched.effectsOf([statementOf(world, attempt, watched.rows)]);
  return effect;
}
