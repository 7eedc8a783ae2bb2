import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { changeable, statable } from "../expected/column-expectations.ts";
import { reach, type TableName, tableNames } from "../expected/expectations.ts";
import { type Snapshot, type Statement, type Watch, watch } from "../world/effect.ts";
import { type ActorName, actorNames, type PersonName, type Target } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { holds, ownerOf, partiesOf, targetsIn } from "../world/row-ownership.ts";
import { takeRoleRow } from "../world/spare-company.ts";
import { filterOf, manualOf, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

const COLUMN_ACTORS = ["technician", "admin", "superAdmin"] as const;

/** Every column × person × standing of the row, checked against `changeable` and `statable`. */
export function checkColumns(world: () => World): void {
  describe.each(tableNames)("the columns of %s", (table) => {
    let watched: Watch;
    beforeAll(async () => {
      watched = await watch(world(), table);
    });

    test("include all columns that the expectations name", () => {
      const columns = columnsOf(watched.rows);
      expect(columns).toEqual(expect.arrayContaining(Object.keys(changeable[table])));
      expect(columns).toEqual(expect.arrayContaining(statable[table]));
    });

    test.each(COLUMN_ACTORS)(
      "are changed by %s only where the expectations allow it",
      async (actor) => {
        const attempts = columnsOf(watched.rows).flatMap((column) => {
          const cell = changeable[table][column]?.[actor];
          return targetsIn(table, "update", actor)
            .filter(([target]) => cell || nearby(table, target))
            .map(([target, person]) => ({
              name: `${column} of ${target}`,
              allowed: holds(cell ?? "-", target),
              statement: changeOf(world(), table, column, actor, person, watched.rows),
            }));
        });
        const found: Record<string, string | undefined> = {};
        for (const { name, statement } of attempts.filter(({ allowed }) => allowed)) {
          [found[name]] = await watched.effectsOf([statement]);
        }
        const others = attempts.filter(({ allowed }) => !allowed);
        const effects = await watched.effectsOf(others.map(({ statement }) => statement));
        for (const [i, { name }] of others.entries()) {
          found[name] = effects[i]?.replace(/^(nothing|refused)$/, "kept");
        }
        expect(found).toEqual(
          Object.fromEntries(
            attempts.map(({ name, allowed }) => [name, allowed ? "done" : "kept"]),
          ),
        );
      },
    );
  });

  describe.each(tableNames.filter(writerOf))("a new row of %s", (table) => {
    test("may set only the columns that the expectations allow its writer", async () => {
      const writer = writerOf(table) ?? "superAdmin";
      const person = reach[table][writer]?.insert === "own" ? writer : "northColleague";
      const parties = partiesOf(world(), writer, person);
      const giveBack = table === "user_roles" ? await takeRoleRow(world(), person) : undefined;
      const watched = await watch(world(), table);
      const [sample = {}] = watched.rows.values();
      const columns = columnsOf(watched.rows);
      const found: Record<string, string | undefined> = {};
      for (const column of columns) {
        const stated = { [column]: anotherValue(world(), writer, sample, column) };
        const body = { ...stated, ...tables[table].newRow(parties) };
        [found[column]] = await watched.effectsOf([
          () => world().as(writer, "POST", table, { body }),
        ]);
      }
      await giveBack?.();
      expect(found).toEqual(
        Object.fromEntries(
          columns.map((column) => [column, statable[table].includes(column) ? "done" : "refused"]),
        ),
      );
    });
  });
}

/**
 * Whether to try a column that nobody may change on this row: a wrong grant would show there first.
 */
function nearby(table: TableName, target: Target): boolean {
  return target === "own" || target === "company" || tables[table].owner.kind === "visitor";
}

/** A person who may insert into that table. */
function writerOf(table: TableName): ActorName | undefined {
  return actorNames.find((actor) => reach[table][actor]?.insert !== "refused");
}

function columnsOf(snapshot: Snapshot): string[] {
  const [row] = snapshot.values();
  if (!row) throw new Error("There is no row to learn the columns from");
  return Object.keys(row);
}

function rowOf(snapshot: Snapshot, column: string, owner: string | null): Row {
  const row = [...snapshot.values()].find((row) => row[column] === owner);
  if (!row) throw new Error(`There is no row of ${owner}`);
  return row;
}

function changeOf(
  world: World,
  table: TableName,
  column: string,
  actor: ActorName,
  person: PersonName,
  rows: Snapshot,
): Statement {
  const row = rowOf(rows, tables[table].owner.column, ownerOf(world, table, person));
  const body = {
    // Whoever changes a prompt must sign it with their own id.
    ...(table === "ai_prompt_settings" ? { updated_by: world.idOf(actor) } : {}),
    [column]: anotherValue(world, actor, row, column),
  };
  return () => world.as(actor, "PATCH", `${table}?${filterOf(table, row)}`, { body });
}

/**
 * A value that is valid for the column and differs from the row's, so that only a missing right can
 * refuse it.
 */
function anotherValue(world: World, actor: ActorName, row: Row, column: string): unknown {
  const now = row[column];
  switch (column) {
    case "id":
    case "request_key":
    case "claim_token":
    case "superseded_by":
    case "message_id":
    case "request_id":
    case "item_id":
      return randomUUID();
    case "file_id":
      // Of a golden question, it must be a document of the company.
      return "expected" in row ? manualOf(String(row.company_id)) : randomUUID();
    case "sources":
      return Array.isArray(now) && now.length === 0 ? [randomUUID()] : [];
    case "agent":
      return now === "ask" ? "label" : "ask";
    case "verdict":
      return "right";
    case "expected":
      return "words";
    case "user_id":
    case "former_user_id":
    case "uploaded_by":
    case "actor_id":
    case "person_id":
      return world.idOf("stray");
    case "updated_by":
    case "created_by":
      return world.idOf(actor);
    case "company_id":
      return now === world.companies.south ? world.companies.north : world.companies.south;
    case "status":
      if (now === "new") return "contacted";
      return now === "active" ? "suspended" : now === "suspended" ? "active" : "error";
    case "role":
      return now === "admin" ? "field_tech" : "admin";
    case "prompt_key":
      return "ask_agent_system_prompt";
    case "agent_type":
      return String(now).endsWith("_agent") ? "ask_agent" : "ask";
    case "input_type":
      return "text";
    case "state":
      return "open";
    case "action":
      return "recovery_link";
    case "result":
      return "failed";
    case "allowed_agents":
      return ["snap_agent"];
    case "kind":
      return "md";
    case "picture_pages":
      return [1];
    case "language":
      return now === "german" ? "french" : "german";
    case "basis":
      return "model";
    case "grounding":
      return { check: "1" };
    case "knowledge_base_files_used":
      return ["manual.pdf"];
    default:
      if (typeof now === "boolean") return !now;
      // Digits are valid for every remaining text, number and JSON column.
      return /_(at|until|since)$/.test(column) ? "2020-01-02T03:04:05Z" : "1";
  }
}
