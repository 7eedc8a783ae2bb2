import { describe, expect, test } from "vitest";
import { type TableName, tableNames } from "../expected/expectations.ts";
import { grid } from "../expected/grid.ts";
import { takeSnapshot } from "../world/effect.ts";
import { emailOf } from "../world/fixtures.ts";
import type { ActorName } from "../world/people.ts";
import type { Method, Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** The rules of the tables beyond who may access them. */
export function checkRecords(world: () => World): void {
  const oneOf = async (table: TableName, filter: string): Promise<Row> => {
    const { rows } = await world().asServer("GET", `${table}?${filter}`);
    expect(rows).toHaveLength(1);
    return rows[0] ?? {};
  };
  const profileOf = (person: ActorName | "stray" | "northColleague") =>
    oneOf("profiles", `id=eq.${world().idOf(person)}`);

  describe("a profile", () => {
    test("is created with its user, active and without access", async () => {
      expect(await profileOf("stray")).toMatchObject({
        email: emailOf("stray"),
        full_name: "stray",
        company_id: null,
        status: "active",
        can_use_voice_agent: false,
        can_use_snap_agent: false,
        can_use_label_agent: false,
      });
    });

    test("of a suspended person: every table is closed, even to an older session", async () => {
      const id = world().idOf("technician");
      const readable = async () => {
        const replies = await Promise.all(
          tableNames.map((table) => world().as("technician", "GET", table)),
        );
        return tableNames.filter((_, i) => (replies[i]?.rows.length ?? 0) > 0);
      };
      const whileActive = [
        ...["companies", "profiles", "user_roles", "vocabulary_terms", "answer_feedback"],
        "agent_logs",
        ...["knowledge_chunks", "knowledge_base"],
        ...["label_agent_conversations", "ask_agent_conversations"],
      ];
      expect(await readable()).toEqual(whileActive);
      const setStatus = async (status: string) => {
        const reply = await world().as("admin", "PATCH", `profiles?id=eq.${id}`, {
          body: { status },
        });
        expect(reply.code).toBeNull();
      };
      await setStatus("suspended");
      expect(await readable()).toEqual([]);
      const log = tables.agent_logs.newRow(partiesOf(world(), "technician", "technician"));
      const refused = await world().as("technician", "POST", "agent_logs", { body: log });
      expect(refused.code).toBe("42501");
      await setStatus("active");
      expect(await readable()).toEqual(whileActive);
    });
  });

  describe("a role", () => {
    const roleOf = async (person: string) =>
      (await world().asServer("GET", `user_roles?user_id=eq.${person}`)).rows[0]?.role ?? "none";

    // The product deletes the row and inserts another; an update of the row is the other way.
    const attempts = grid(`
                                      actor       person               wanted       changed      replaced
      an-admin-raises-a-technician    admin       technician           admin        admin        admin
      an-admin-lowers-an-admin        admin       suspendedAdmin       field_tech   field_tech   field_tech
      an-admin-makes-no-super-admin   admin       technician           super_admin  field_tech   none
      an-admin-lowers-no-super-admin  admin       suspendedSuperAdmin  field_tech   super_admin  super_admin
      an-admin-keeps-their-own-role   admin       admin                super_admin  admin        admin
      a-technician-changes-no-role    technician  technician           admin        field_tech   field_tech
      an-outside-admin-changes-none   otherAdmin  technician           admin        field_tech   field_tech
      a-super-admin-makes-another     superAdmin  technician           super_admin  super_admin  super_admin
      a-super-admin-keeps-their-role  superAdmin  superAdmin           admin        super_admin  super_admin
    `);

    test.each(Object.entries(attempts))("%s", async (_, { actor, person, wanted, ...outcome }) => {
      const user_id = world().idOf(person as ActorName);
      const as = (method: Method, path: string, body?: Row) =>
        world().as(actor as ActorName, method, path, { body });
      const path = `user_roles?user_id=eq.${user_id}`;
      const before = await roleOf(user_id);

      await as("PATCH", path, { role: wanted });
      const changed = await roleOf(user_id);
      await world().asServer("PATCH", path, { body: { role: before } });
      await as("DELETE", path);
      await as("POST", "user_roles", { user_id, role: wanted });
      const replaced = await roleOf(user_id);

      await world().asServer("DELETE", path);
      await world().asServer("POST", "user_roles", { body: { user_id, role: before } });
      expect({ changed, replaced }).toEqual(outcome);
    });
  });

  describe("a deleted company", () => {
    test("leaves its people and their logs without a company, and takes its prompts and vocabulary along", async () => {
      const { rows } = await world().as("superAdmin", "POST", "companies", {
        body: { name: "Short-lived" },
        headers: { prefer: "return=representation" },
      });
      const company_id = String(rows[0]?.id);
      const stray = `id=eq.${world().idOf("stray")}`;
      await world().asServer("PATCH", `profiles?${stray}`, { body: { company_id } });
      const prompt = tables.ai_prompt_settings.newRow(partiesOf(world(), "superAdmin", "stray"));
      await world().asServer("POST", "ai_prompt_settings", { body: { ...prompt, company_id } });
      const term = tables.vocabulary_terms.newRow(partiesOf(world(), "superAdmin", "stray"));
      await world().asServer("POST", "vocabulary_terms", { body: { ...term, company_id } });
      const golden = tables.golden_questions.newRow(partiesOf(world(), "superAdmin", "stray"));
      await world().asServer("POST", "golden_questions", { body: { ...golden, company_id } });
      const log = { ...tables.agent_logs.newRow(partiesOf(world(), "stray", "stray")) };
      await world().asServer("POST", "agent_logs", { body: log });
      expect(await oneOf("agent_logs", `id=eq.${log.id}`)).toMatchObject({ company_id });

      const reply = await world().as("superAdmin", "DELETE", `companies?id=eq.${company_id}`);
      expect(reply.code).toBeNull();
      expect(await profileOf("stray")).toMatchObject({ company_id: null, status: "active" });
      expect(await oneOf("agent_logs", `id=eq.${log.id}`)).toMatchObject({ company_id: null });
      for (const table of ["ai_prompt_settings", "vocabulary_terms", "golden_questions"] as const) {
        const rows = [...(await takeSnapshot(world(), table)).values()];
        expect(rows.filter((row) => row.company_id === company_id)).toEqual([]);
      }
    });
  });

  describe("an agent log", () => {
    const asTheDeviceSends = { headers: { prefer: "resolution=ignore-duplicates" } };
    const send = (actor: ActorName, body: Row) =>
      world().as(actor, "POST", "agent_logs?on_conflict=id", { ...asTheDeviceSends, body });
    const logOf = (person: ActorName) =>
      tables.agent_logs.newRow(partiesOf(world(), person, person));

    test("sent twice becomes one row with the first content", async () => {
      const log = logOf("technician");
      expect((await send("technician", log)).code).toBeNull();
      const stored = await oneOf("agent_logs", `id=eq.${log.id}`);
      expect((await send("technician", { ...log, output_summary: "Other." })).code).toBeNull();
      expect(await oneOf("agent_logs", `id=eq.${log.id}`)).toEqual(stored);
    });

    test("sent several times at once becomes one row", async () => {
      const log = logOf("technician");
      const replies = await Promise.all(Array.from({ length: 6 }, () => send("technician", log)));
      expect(replies.map(({ code }) => code)).toEqual(Array(6).fill(null));
      await oneOf("agent_logs", `id=eq.${log.id}`);
    });

    test("is not replaced by another person's log with the same id", async () => {
      const log = logOf("technician");
      await send("technician", log);
      const stored = await oneOf("agent_logs", `id=eq.${log.id}`);
      await send("otherTechnician", { ...logOf("otherTechnician"), id: log.id });
      await world().as("otherTechnician", "POST", "agent_logs?on_conflict=id", {
        headers: { prefer: "resolution=merge-duplicates" },
        body: { ...logOf("otherTechnician"), id: log.id },
      });
      expect(await oneOf("agent_logs", `id=eq.${log.id}`)).toEqual(stored);
    });

    test.each([
      ["technician", "north"],
      ["otherTechnician", "south"],
      ["companylessTechnician", null],
    ] as const)("of %s is stamped with their company: %s", async (person, company) => {
      const log = logOf(person);
      await send(person, log);
      expect(await oneOf("agent_logs", `id=eq.${log.id}`)).toMatchObject({
        user_id: world().idOf(person),
        company_id: company && world().companies[company],
      });
    });

    test("keeps the time it was made, and gets the time it arrived", async () => {
      const captured_at = "2020-02-03T04:05:06+00:00";
      const log: Row = { ...logOf("technician"), captured_at };
      const sentAt = Date.now();
      await send("technician", log);
      const stored = await oneOf("agent_logs", `id=eq.${log.id}`);
      expect(new Date(String(stored.captured_at))).toEqual(new Date(captured_at));
      // The database's machine may have another clock.
      expect(Math.abs(Date.parse(String(stored.created_at)) - sentAt)).toBeLessThan(60_000);
    });
  });

  describe("a prompt", () => {
    test.each(["POST", "PATCH"] as const)(
      "sent with %s can't be signed with another person's id",
      async (method) => {
        const before = await takeSnapshot(world(), "ai_prompt_settings");
        const signedByAnother = {
          ...tables.ai_prompt_settings.newRow(partiesOf(world(), "admin", "technician")),
        };
        const north = `company_id=eq.${world().companies.north}`;
        const reply =
          method === "POST"
            ? await world().as("superAdmin", method, "ai_prompt_settings", {
                body: signedByAnother,
              })
            : await world().as("superAdmin", method, `ai_prompt_settings?${north}`, {
                body: { prompt_value: "Changed.", updated_by: world().idOf("admin") },
              });
        expect(reply.code).toBe("42501");
        expect(await takeSnapshot(world(), "ai_prompt_settings")).toEqual(before);
      },
    );
  });
}
