import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TableName } from "../expected/expectations.ts";
import { takeSnapshot } from "../world/effect.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** What no row may hold, whoever writes it: the server itself tries, whom no policy holds back. */
export function checkConstraints(world: () => World): void {
  describe("the server's own writes", () => {
    const notNull = "23502";
    const duplicate = "23505";
    const check = "23514";
    const cases: [TableName, string, Row, string][] = [
      ["companies", "a company without a name", { name: "  " }, check],
      ["companies", "a name over 200 characters", { name: "x".repeat(201) }, check],
      ["user_roles", "a role of another name", { role: "owner" }, check],
      ["ai_prompt_settings", "a key with a space", { prompt_key: "a key" }, check],
      ["ai_prompt_settings", "an empty prompt", { prompt_value: "" }, check],
      ["ai_prompt_settings", "a prompt of no company", { company_id: null }, notNull],
      [
        "ai_prompt_settings",
        "a second value of a company's key",
        { prompt_key: "voice_agent_system_prompt" },
        duplicate,
      ],
      ["agent_logs", "an agent of another name", { agent_type: "voice_agent" }, check],
      ["agent_logs", "an input of another kind", { input_type: "video" }, check],
      ["agent_logs", "a summary over 500 characters", { output_summary: "x".repeat(501) }, check],
      ["detailed_agent_logs", "an agent of another name", { agent_type: "voice" }, check],
      ["detailed_agent_logs", "a status of another name", { status: "ok" }, check],
      ["detailed_agent_logs", "fewer than no tokens", { total_tokens: -1 }, check],
      ["detailed_agent_logs", "no request", { request_key: null }, notNull],
      ["agent_requests", "a state of another name", { state: "lost" }, check],
      ["agent_requests", "a finished request without a reply", { state: "done" }, check],
      ["contact_form_submissions", "a company of blanks", { company: "  " }, check],
      ["contact_form_submissions", "a company over 200", { company: "x".repeat(201) }, check],
      ["contact_form_submissions", "no name", { name: "" }, check],
      ["contact_form_submissions", "a name over 100", { name: "x".repeat(101) }, check],
      ["contact_form_submissions", "an email of no host", { email: "pat@" }, check],
      ["contact_form_submissions", "two emails", { email: "a@b.example c@d.example" }, check],
      [
        "contact_form_submissions",
        "an email over 255",
        { email: `${"x".repeat(250)}@b.example` },
        check,
      ],
      ["contact_form_submissions", "no phone", { phone: " " }, check],
      ["contact_form_submissions", "a phone over 50", { phone: "5".repeat(51) }, check],
      ["contact_form_submissions", "no count", { field_tech_count: "" }, check],
      [
        "contact_form_submissions",
        "a count over 1,000",
        { field_tech_count: "5".repeat(1001) },
        check,
      ],
      ["contact_form_submissions", "no CRM", { current_crm: " " }, check],
      ["contact_form_submissions", "a CRM over 200", { current_crm: "x".repeat(201) }, check],
      ["contact_form_submissions", "a status of another name", { status: "won" }, check],
      ["contact_form_submissions", "notes over 2,000", { notes: "x".repeat(2001) }, check],
      ["knowledge_base", "a file of no name", { file_name: "" }, check],
      ["knowledge_base", "a name with a path", { file_name: "../a.pdf" }, check],
      ["knowledge_base", "a name that turns", { file_name: "a\u202efdp.exe" }, check],
      ["knowledge_base", "a name of two lines", { file_name: "a\nb.pdf" }, check],
      ["knowledge_base", "an agent of another name", { allowed_agents: ["ask_agent"] }, check],
      ["knowledge_base", "an agent that is null", { allowed_agents: [null] }, check],
      ["knowledge_base", "a kind of another name", { kind: "exe" }, check],
      ["knowledge_base", "a file over 10 MB", { size_bytes: 10485761 }, check],
      ["knowledge_base", "a path without a folder", { file_path: "manual.pdf" }, check],
      ["knowledge_base", "a path of no company", { file_path: "../manual.pdf" }, check],
      [
        "knowledge_base",
        "a path in another's folder",
        { file_path: `${randomUUID()}/a.pdf` },
        check,
      ],
      ["knowledge_chunks", "a passage of nothing", { body: "" }, check],
      ["knowledge_chunks", "a passage over 4,000", { body: "x".repeat(4001) }, check],
      ["knowledge_chunks", "a page 0", { page: 0 }, check],
      ["knowledge_chunks", "a number below 0", { chunk_no: -1 }, check],
      ["knowledge_chunks", "a number twice", { chunk_no: 1 }, duplicate],
      ["knowledge_chunks", "a passage of no file", { file_id: randomUUID() }, notNull],
      ["label_agent_conversations", "a role of another name", { role: "system" }, check],
      ["label_agent_conversations", "an empty message", { content: "" }, check],
      ["ask_agent_conversations", "a role of another name", { role: "system" }, check],
      ["label_agent_conversations", "a basis of another name", { basis: "guess" }, check],
      ["ask_agent_conversations", "sources that are no list", { sources: {} }, check],
      ["ask_agent_conversations", "a basis of another name", { basis: "" }, check],
    ];

    test.each(cases)("%s refuses %s", async (table, _, changes, code) => {
      const before = await takeSnapshot(world(), table);
      const row = tables[table].newRow(partiesOf(world(), "superAdmin", "northColleague"));
      const reply = await world().asServerMay("POST", table, { body: { ...row, ...changes } });
      expect(reply.code).toBe(code);
      expect(await takeSnapshot(world(), table)).toEqual(before);
    });

    test.each([
      ["status", "retired"],
      ["full_name", "x".repeat(201)],
    ])("profiles refuse another %s", async (column, value) => {
      const path = `profiles?id=eq.${world().idOf("stray")}`;
      const before = await takeSnapshot(world(), "profiles");
      const reply = await world().asServerMay("PATCH", path, { body: { [column]: value } });
      expect(reply.code).toBe(check);
      expect(await takeSnapshot(world(), "profiles")).toEqual(before);
    });

    test("agent_logs take a summary of 500 characters, of any script", async () => {
      const log: Row = {
        ...tables.agent_logs.newRow(partiesOf(world(), "technician", "technician")),
        output_summary: "漏".repeat(500),
      };
      const reply = await world().as("technician", "POST", "agent_logs", { body: log });
      expect(reply.code).toBeNull();
    });
  });
}
