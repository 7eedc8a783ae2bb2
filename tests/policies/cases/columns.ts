import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { cellOf, changeable, statable } from "../expected/expectations.ts";
import { type Snapshot, type Statement, type Watch, watch } from "../world/effect.ts";
import { type ActorName, actorNames, type PersonName, type Target } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { holds, ownerOf, partiesOf, targetsIn } from "../world/row-ownership.ts";
import { takeRoleRow } from "../world/row-trials.ts";
import { filterOf, manualOf, type TableName, tableNames, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

const COLUMN_ACTORS = ["technician", "admin", "superAdmin"] as const;

/** Every column × person × standing of the row, checked against `changeable` and `statable`. */
export function checkColumns(world: () => World): void {
  describe.each(tableNames)("the columns of %s", (table) => {
    let watched: Watch;
    let columns: string[];
    beforeAll(async () => {
      watched = await watch(world(), table);
      columns = columnsOf(watched.rows);
      const named = [...Object.keys(changeable[table] ?? {}), ...statable[table]];
      expect(columns).toEqual(expect.arrayContaining(named));
    });

    test.each(COLUMN_ACTORS)(
      "are changed by %s only where the expectations allow it",
      async (actor) => {
        const attempts = columns.flatMap((column) => {
          const cell = changeable[table]?.[column]?.[actor];
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
      const person = cellOf(table, "insert", writer) === "own" ? writer : "northColleague";
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
  return actorNames.find((actor) => cellOf(table, "insert", actor) !== "refused");
}

function columnsOf(snapshot: Snapshot): string[] {
  const [row] = snapshot.values();
  if (!row) throw new Error("There is no row to learn the columns from");
  return Object.keys(row);
}

function changeOf(
  world: World,
  table: TableName,
  column: string,
  actor: ActorName,
  person: PersonName,
  rows: Snapshot,
): Statement {
  const { owner } = tables[table];
  const value = ownerOf(world, table, person);
  const row = [...rows.values()].find((row) => row[owner.column] === value);
  if (!row) throw new Error(`There is no row of ${person}`);
  const body = {
    // Whoever changes a prompt must sign it with their own id.
    ...(table === "ai_prompt_settings" ? { updated_by: world.idOf(actor) } : {}),
    [column]: anotherValue(world, actor, row, column),
  };
  return () => world.as(actor, "PATCH", `${table}?${filterOf(table, row)}`, { body });
}

/** Values of columns that differ from those of every row. */
const ANOTHER: Record<string, unknown> = {
  verdict: "right",
  expected: "words",
  prompt_key: "ask_agent_system_prompt",
  input_type: "text",
  state: "open",
  action: "recovery_link",
  result: "failed",
  allowed_agents: ["snap_agent"],
  kind: "md",
  picture_pages: [1],
  basis: "model",
  grounding: { check: "1" },
  knowledge_base_files_used: ["manual.pdf"],
};

/**
 * A value that is valid for the column and differs from the row's, so that only a missing right can
 * refuse it.
 */
function anotherValue(world: World, actor: ActorName, row: Row, column: string): unknown {
  const now = row[column];
  const either = (one: unknown, other: unknown) => (now === one ? other : one);
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
      return either("ask", "label");
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
      return either(world.companies.south, world.companies.north);
    case "status":
      if (now === "new") return "contacted";
      return now === "active" ? "suspended" : now === "suspended" ? "active" : "error";
    case "role":
      return either("admin", "field_tech");
    case "agent_type":
      return String(now).endsWith("_agent") ? "ask_agent" : "ask";
    case "language":
      return either("german", "french");
    default:
      if (column in ANOTHER) return ANOTHER[column];
      if (typeof now === "boolean") return !now;
      // Digits are valid for every remaining text, number and JSON column.
      return /_(at|until|since)$/.test(column) ? "2020-01-02T03:04:05Z" : "1";
  }
}
