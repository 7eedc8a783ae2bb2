import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Listener, listenTo } from "#tests/support/realtime-listener.ts";
import { type ActorName, actorNames } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { filterOf, type TableName, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** The tables that the migrations put into Realtime's publication: of people, and the others. */
const OF_PEOPLE: readonly TableName[] = ["companies", "profiles", "user_roles"];
const FREE: readonly TableName[] = [
  ...(["ai_prompt_settings", "knowledge_base", "agent_logs", "detailed_agent_logs"] as const),
  ...(["contact_form_submissions", "vocabulary_terms", "answer_reviews"] as const),
  ...(["jobs", "entry_changes", "webhook_deliveries"] as const),
];
const FOLLOWED = [...OF_PEOPLE, ...FREE];

/** Reporting takes milliseconds; a busy machine may take longer. */
const PATIENCE = { timeout: 20_000 };

/** Realtime reports a change to exactly those who may read the row. */
export function checkRealtime(world: () => World): void {
  describe("realtime", () => {
    const listeners = new Map<ActorName, Listener>();
    beforeAll(async () => {
      for (const actor of actorNames) {
        const { backend, tokenOf } = world();
        listeners.set(actor, await listenTo(backend, tokenOf(actor), FOLLOWED));
      }
    });
    afterAll(async () => {
      for (const listener of listeners.values()) await listener.stop();
    });

    /** Who can read a row now, by REST. */
    async function readersOf(table: TableName, row: Row): Promise<ActorName[]> {
      const key = tables[table].key.join(",");
      const path = `${table}?select=${key}&${filterOf(table, row)}`;
      const replies = await Promise.all(actorNames.map((actor) => world().as(actor, "GET", path)));
      return actorNames.filter((_, place) => (replies[place]?.rows.length ?? 0) > 0);
    }

    const heardBy = (actor: ActorName) => listeners.get(actor)?.heard ?? [];
    const hasHeard = (actor: ActorName, table: TableName, type: string, row: Row) => {
      const named = (some: Row) => filterOf(table, some) === filterOf(table, row);
      return heardBy(actor).some(
        (each) => each.table === table && each.type === type && named(each.row),
      );
    };

    /** Expects that exactly these people hear of each of these changes. */
    async function expectHeard(
      type: "INSERT" | "UPDATE" | "DELETE",
      table: TableName,
      ...changes: { row: Row; readers: readonly ActorName[] }[]
    ): Promise<void> {
      const hearers = () =>
        changes.map(({ row }) => actorNames.filter((actor) => hasHeard(actor, table, type, row)));
      const readers = changes.map((change) => change.readers);
      await expect.poll(hearers, PATIENCE).toEqual(readers);
      // Changes are reported in their order: whoever hears of a later one would have heard of these.
      const own = { id: world().idOf("superAdmin") };
      const later = () =>
        heardBy("superAdmin").filter(({ table, row }) => table === "profiles" && row.id === own.id)
          .length;
      const before = later();
      await touch("profiles", own);
      await expect.poll(later, PATIENCE).toBeGreaterThan(before);
      expect(hearers(), `${type} of ${table}`).toEqual(readers);
    }

    /** Writes a row's own key over it: a change of nothing. */
    async function touch(table: TableName, row: Row): Promise<void> {
      const [key = ""] = tables[table].key;
      await world().asServer("PATCH", `${table}?${filterOf(table, row)}`, {
        body: { [key]: row[key] },
      });
    }

    test.each(FREE)("reports rows of %s to those who may read them", async (table) => {
      for (const [actor, person] of [
        ["admin", "northColleague"],
        ["otherAdmin", "southColleague"],
      ] as const) {
        const { rows } = await world().asServer("POST", table, {
          body: tables[table].newRow(partiesOf(world(), actor, person)),
          headers: { prefer: "return=representation" },
        });
        const row = rows[0] ?? {};
        const readers = await readersOf(table, row);
        await expectHeard("INSERT", table, { row, readers });
        await touch(table, row);
        await expectHeard("UPDATE", table, { row, readers });
        await world().asServer("DELETE", `${table}?${filterOf(table, row)}`);
        await expectHeard("DELETE", table, { row, readers });
      }
    });

    test.each(OF_PEOPLE)("reports changes of %s to those who may read them", async (table) => {
      const { rows } = await world().asServer("GET", table);
      const changes = [];
      for (const row of rows) {
        await touch(table, row);
        changes.push({ row, readers: await readersOf(table, row) });
      }
      await expectHeard("UPDATE", table, ...changes);
    });

    test("shows nobody a column that they may not read", async () => {
      for (const [actor, { heard }] of listeners) {
        for (const { table, type, row } of heard) {
          if (type === "DELETE") continue;
          const path = `${table}?select=${Object.keys(row).join(",")}&limit=1`;
          expect((await world().as(actor, "GET", path)).code, `${actor} ${table}`).toBeNull();
          break;
        }
      }
    });

    test("lets nobody join without a person's token", async () => {
      const { backend, tokenOf } = world();
      const [head, claims] = tokenOf("admin").split(".");
      for (const token of ["", backend.publishableKey, `${head}.${claims}.forged`]) {
        await expect(listenTo(backend, token, ["profiles"])).rejects.toThrow("not joined");
      }
    });
  });
}
