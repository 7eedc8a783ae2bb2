import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName, PersonName } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { type TableName, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** Tables whose rows go with their company. */
const OF_COMPANY = [
  ...(["ai_prompt_settings", "vocabulary_terms", "golden_questions"] as const),
  ...(["jobs", "job_import_tokens", "webhooks"] as const),
];

/** The rules of the tables beyond who may access them. */
export function checkRecords(world: () => World): void {
  const oneOf = async (table: TableName, id: unknown): Promise<Row> => {
    const { rows } = await world().asServer("GET", `${table}?id=eq.${id}`);
    expect(rows).toHaveLength(1);
    return rows[0] ?? {};
  };
  const logOf = (person: PersonName, changes: Row = {}): Row => ({
    ...tables.agent_logs.newRow(partiesOf(world(), person, person)),
    ...changes,
  });

  test("a profile is created with its user, active and without access", async () => {
    expect(await oneOf("profiles", world().idOf("stray"))).toMatchObject({
      ...{ email: emailOf("stray"), full_name: "stray", company_id: null, status: "active" },
      ...{ can_use_voice_agent: false, can_use_snap_agent: false, can_use_label_agent: false },
    });
  });

  test.each([
    ["companies", ["name"]],
    ["knowledge_base", ["file_name"]],
    ["vocabulary_terms", ["term", "heard"]],
    ["jobs", ["number", "title", "customer", "site"]],
    ["contact_form_submissions", ["company", "name"]],
    ["profiles", ["full_name"]],
  ] as const)("the names of %s keep only what can be seen", async (table, columns) => {
    const named = (sign: string) =>
      Object.fromEntries(columns.map((column) => [column, `a${sign}${column}`]));
    const headers = { prefer: "return=representation" };
    const write = (method: "POST" | "PATCH", path: string, row: Row) =>
      world().asServer(method, path, { body: { ...row, ...named("\u202e\u200b") }, headers });
    const [written = {}] = (
      await (table === "profiles"
        ? write("PATCH", `profiles?id=eq.${world().idOf("stray")}`, {})
        : write("POST", table, tables[table].newRow(partiesOf(world(), "admin", "northColleague"))))
    ).rows;
    expect(written).toMatchObject(named(""));
    const path = `${table}?id=eq.${written.id}`;
    await (table === "profiles"
      ? world().asServer("PATCH", path, { body: { full_name: "stray" } })
      : world().asServer("DELETE", path));
  });

  test("a deleted company leaves its people and their logs without a company, and takes its settings, jobs and webhooks along", async () => {
    const { rows } = await world().as("superAdmin", "POST", "companies", {
      body: { name: "Short-lived" },
      headers: { prefer: "return=representation" },
    });
    const company_id = String(rows[0]?.id);
    const stray = world().idOf("stray");
    await world().asServer("PATCH", `profiles?id=eq.${stray}`, { body: { company_id } });
    for (const table of OF_COMPANY) {
      const row = tables[table].newRow(partiesOf(world(), "superAdmin", "stray"));
      await world().asServer("POST", table, { body: { ...row, company_id } });
    }
    const log = logOf("stray");
    await world().asServer("POST", "agent_logs", { body: log });
    expect(await oneOf("agent_logs", log.id)).toMatchObject({ company_id });

    const reply = await world().as("superAdmin", "DELETE", `companies?id=eq.${company_id}`);
    expect(reply.code).toBeNull();
    expect(await oneOf("profiles", stray)).toMatchObject({ company_id: null, status: "active" });
    expect(await oneOf("agent_logs", log.id)).toMatchObject({ company_id: null });
    for (const table of OF_COMPANY) {
      const left = await world().asServer("GET", `${table}?company_id=eq.${company_id}`);
      expect(left.rows).toEqual([]);
    }
  });

  test("a device's queue takes the place of its earlier one, and a person has 20 devices at most", async () => {
    const path = `device_queues?user_id=eq.${world().idOf("technician")}`;
    const stored = async () => (await world().asServer("GET", path)).rows;
    const report = (body: Row) => world().as("technician", "POST", "device_queues", { body });
    const newRow = () =>
      tables.device_queues.newRow(partiesOf(world(), "technician", "technician"));
    const before = await stored();
    const first = newRow();
    for (const waiting of [3, 4]) expect((await report({ ...first, waiting })).code).toBeNull();
    const own = (await stored()).filter(({ device }) => device === first.device);
    expect(own).toMatchObject([{ waiting: 4 }]);
    for (let device = 0; device < 20; device += 1) await report(newRow());
    const kept = await stored();
    expect(kept).toHaveLength(20);
    expect(kept.map(({ device }) => device)).not.toContain(first.device);
    await world().asServer("DELETE", path);
    await world().asServer("POST", "device_queues", { body: before });
  });

  describe("an agent log", () => {
    /** Sends it as the device does, or replaces an earlier one. */
    const send = (actor: ActorName, body: Row, duplicates = "ignore") =>
      world().as(actor, "POST", "agent_logs?on_conflict=id", {
        headers: { prefer: `resolution=${duplicates}-duplicates` },
        body,
      });

    test("sent several times becomes one row with the first content", async () => {
      const log = logOf("technician");
      const replies = await Promise.all(Array.from({ length: 6 }, () => send("technician", log)));
      expect(replies.map(({ code }) => code)).toEqual(Array(6).fill(null));
      const stored = await oneOf("agent_logs", log.id);
      expect((await send("technician", { ...log, output_summary: "Other." })).code).toBeNull();
      expect(await oneOf("agent_logs", log.id)).toEqual(stored);
    });

    test("is not replaced by another person's log with the same id", async () => {
      const log = logOf("technician");
      await send("technician", log);
      const stored = await oneOf("agent_logs", log.id);
      for (const duplicates of ["ignore", "merge"]) {
        await send("otherTechnician", logOf("otherTechnician", { id: log.id }), duplicates);
      }
      expect(await oneOf("agent_logs", log.id)).toEqual(stored);
    });

    test.each(["agent_logs", "label_agent_conversations", "ask_agent_conversations"] as const)(
      "or message in %s whose id somebody else sent first is stored once, and theirs stays",
      async (table) => {
        const rowOf = (person: ActorName, id = randomUUID()) => ({
          ...tables[table].newRow(partiesOf(world(), person, person)),
          id,
        });
        // As installed apps send it, and as they and newer ones look for it.
        const store = async (person: ActorName, body: Row) => {
          const path = `${table}?on_conflict=id&select=id:item_id`;
          const prefer = "resolution=ignore-duplicates,return=representation";
          return world().as(person, "POST", path, { headers: { prefer }, body });
        };
        const stored = async (person: ActorName, id: unknown) =>
          (await world().as(person, "GET", `${table}?item_id=eq.${id}`)).rows;
        const others = rowOf("otherTechnician");
        const own = rowOf("technician", others.id);
        await store("otherTechnician", others);
        const before = await stored("otherTechnician", others.id);
        const replies = await Promise.all([1, 2, 3].map(() => store("technician", own)));
        expect(replies.flatMap(({ code, rows }) => (code ? [{ code }] : rows))).toEqual([
          { id: own.id },
        ]);
        const [row = {}, ...more] = await stored("technician", own.id);
        expect([row, more]).toMatchObject([{ user_id: world().idOf("technician") }, []]);
        expect(await stored("otherTechnician", others.id)).toEqual(before);
        // Nobody can send an id like the one that the server made of it.
        const made = String(row.id).replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
        await store("otherTechnician", rowOf("otherTechnician", made as typeof others.id));
        expect((await stored("otherTechnician", made)).map(({ id }) => id)).not.toContain(made);
        // Theirs is gone: what was sent under the other id is still the same.
        await world().asServer("DELETE", `${table}?id=eq.${others.id}`);
        expect((await store("technician", own)).rows).toEqual([]);
        expect(await stored("technician", own.id)).toEqual([row]);
      },
    );

    test.each([
      ["technician", "north"],
      ["otherTechnician", "south"],
      ["companylessTechnician", null],
    ] as const)("of %s is stamped with their company: %s", async (person, company) => {
      const log = logOf(person);
      await send(person, log);
      expect(await oneOf("agent_logs", log.id)).toMatchObject({
        user_id: world().idOf(person),
        company_id: company && world().companies[company],
      });
    });

    test("keeps the time it was made, and gets the time it arrived", async () => {
      const captured_at = "2020-02-03T04:05:06+00:00";
      const log = logOf("technician", { captured_at });
      const sentAt = Date.now();
      await send("technician", log);
      const stored = await oneOf("agent_logs", log.id);
      expect(new Date(String(stored.captured_at))).toEqual(new Date(captured_at));
      // The database's machine may have another clock.
      expect(Math.abs(Date.parse(String(stored.created_at)) - sentAt)).toBeLessThan(60_000);
    });
  });
}
