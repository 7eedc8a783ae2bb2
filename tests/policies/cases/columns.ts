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
  ...{ verdict: "right", expected: "words", prompt_key: "ask_agent_system_prompt", state: "open" },
  ...{ input_type: "text", action: "recovery_link", result: "failed", kind: "md", basis: "model" },
  ...{
    allowed_agents: ["snap_agent"],
    picture_pages: [1],
    reading: { share: 0.5 },
    grounding: { check: "1" },
  },
  ...{ knowledge_base_files_used: ["manual.pdf"], attempted_at: ["2020-01-02T03:04:05Z"] },
  oldest: "2020-01-02T03:04:05Z",
  ...{ events: ["note"], equipment: [{ serial: "1" }], copy_layout: ["summary"] },
};

/** Of each of these, one of the two. */
const EITHER: Record<string, readonly [string, string]> = {
  agent: ["ask", "label"],
  role: ["admin", "field_tech"],
  language: ["german", "french"],
};

const IDS =
  /^(id|request_key|claim_token|superseded_by|message_id|request_id|item_id|entry_id|job_id|webhook_id)$/;
const PEOPLE = /^(user_id|former_user_id|uploaded_by|actor_id|person_id|replied_by)$/;
const SIGNATURES = /^(updated_by|created_by|assigned_to)$/;
const STATUSES: Record<string, string> = {
  new: "contacted",
  active: "suspended",
  suspended: "active",
  open: "closed",
};

/**
 * A value that is valid for the column and differs from the row's, so that only a missing right can
 * refuse it.
 */
function anotherValue(world: World, actor: ActorName, row: Row, column: string): unknown {
  const now = row[column];
  const { north, south } = world.companies;
  const [one, other] = column === "company_id" ? [south, north] : (EITHER[column] ?? []);
  if (one !== undefined) return now === one ? other : one;
  if (column in ANOTHER) return ANOTHER[column];
  if (IDS.test(column)) return randomUUID();
  if (PEOPLE.test(column)) return world.idOf("stray");
  if (SIGNATURES.test(column)) return world.idOf(actor);
  if (column === "status") return STATUSES[String(now)] ?? "error";
  if (column === "agent_type") return String(now).endsWith("_agent") ? "ask_agent" : "ask";
  if (column === "sources") return Array.isArray(now) && now.length === 0 ? [randomUUID()] : [];
  if (column === "file_id") {
    // Of a golden question, it must be a document of the company.
    return "expected" in row ? manualOf(String(row.company_id)) : randomUUID();
  }
  if (typeof now === "boolean") return !now;
  // Digits are valid for every remaining text, number and JSON column.
  return /_(at|until|since|attempt)$/.test(column) ? "2020-01-02T03:04:05Z" : "1";
}
