import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { TableName } from "../expected/expectations.ts";
import { takeSnapshot } from "../world/effect.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/**
 * Values that no row may hold, whoever writes it: written as the server, to which no policy
 * applies.
 */
export function checkConstraints(world: () => World): void {
  describe("the server's own writes", () => {
    const notNull = "23502";
    const duplicate = "23505";
    const check = "23514";
    const cases: [TableName, string, Row, string][] = [
      ["companies", "a company without a name", { name: "  " }, check],
      ["companies", "a name over 200 characters", { name: "x".repeat(201) }, check],
      ["user_roles", "an unknown role", { role: "owner" }, check],
      ["ai_prompt_settings", "a key with a space", { prompt_key: "a key" }, check],
      ["ai_prompt_settings", "an empty prompt", { prompt_value: "" }, check],
      ["ai_prompt_settings", "a prompt without a company", { company_id: null }, notNull],
      [
        "ai_prompt_settings",
        "a second value of a company's key",
        { prompt_key: "voice_agent_system_prompt" },
        duplicate,
      ],
      ["vocabulary_terms", "an empty term", { term: "" }, check],
      ["vocabulary_terms", "a term over 80 characters", { term: "x".repeat(81) }, check],
      ["vocabulary_terms", "a term with a space at its end", { term: "HX " }, check],
      ["vocabulary_terms", "a term of two lines", { term: "HX\n200" }, check],
      ["vocabulary_terms", "an empty heard form", { heard: "" }, check],
      ["vocabulary_terms", "a term of no company", { company_id: null }, notNull],
      ["vocabulary_terms", "a company's term twice", { term: "hx-200" }, duplicate],
      ["golden_questions", "an unknown agent", { agent: "voice" }, check],
      ["golden_questions", "a question without words", { question: " " }, check],
      ["golden_questions", "an unknown expectation", { expected: "luck" }, check],
      ["golden_questions", "an expectation without words", { expected_text: null }, check],
      ["golden_questions", "a refusal with words", { expected: "refusal" }, check],
      ["golden_questions", "a set of no company", { company_id: null }, notNull],
      ["golden_questions", "a document that there is not", { file_id: randomUUID() }, check],
      ["answer_feedback", "an unknown agent", { agent: "voice" }, check],
      ["answer_feedback", "an unknown verdict", { verdict: "perhaps" }, check],
      ["answer_feedback", "a reason over 500 characters", { reason: "x".repeat(501) }, check],
      [
        "answer_feedback",
        "a question over 4,000 characters",
        { question: "x".repeat(4001) },
        check,
      ],
      ["answer_feedback", "a rating of no answer", { message_id: null }, notNull],
      ["agent_logs", "an unknown agent", { agent_type: "voice_agent" }, check],
      ["agent_logs", "an unknown kind of input", { input_type: "video" }, check],
      ["agent_logs", "a summary over 500 characters", { output_summary: "x".repeat(501) }, check],
      ["detailed_agent_logs", "an unknown agent", { agent_type: "voice" }, check],
      ["detailed_agent_logs", "an unknown status", { status: "ok" }, check],
      ["detailed_agent_logs", "a negative number of tokens", { total_tokens: -1 }, check],
      ["detailed_agent_logs", "a grounding that is no object", { grounding: [] }, check],
      ["detailed_agent_logs", "a row without a request key", { request_key: null }, notNull],
      ["account_resets", "an unknown action", { action: "new_password" }, check],
      ["account_resets", "an unknown result", { result: "refused" }, check],
      ["account_resets", "a result without its time", { finished_at: null }, check],
      ["agent_requests", "an unknown state", { state: "lost" }, check],
      ["agent_requests", "a finished request without a reply", { state: "done" }, check],
      ["contact_form_submissions", "a company that is only spaces", { company: "  " }, check],
      [
        "contact_form_submissions",
        "a company over 200 characters",
        { company: "x".repeat(201) },
        check,
      ],
      ["contact_form_submissions", "an empty name", { name: "" }, check],
      ["contact_form_submissions", "a name over 100 characters", { name: "x".repeat(101) }, check],
      ["contact_form_submissions", "an email without a host", { email: "pat@" }, check],
      ["contact_form_submissions", "two emails", { email: "a@b.example c@d.example" }, check],
      [
        "contact_form_submissions",
        "an email over 255 characters",
        { email: `${"x".repeat(250)}@b.example` },
        check,
      ],
      ["contact_form_submissions", "an empty phone", { phone: " " }, check],
      ["contact_form_submissions", "a phone over 50 characters", { phone: "5".repeat(51) }, check],
      ["contact_form_submissions", "an empty technician count", { field_tech_count: "" }, check],
      [
        "contact_form_submissions",
        "a technician count over 1,000 characters",
        { field_tech_count: "5".repeat(1001) },
        check,
      ],
      ["contact_form_submissions", "an empty CRM", { current_crm: " " }, check],
      [
        "contact_form_submissions",
        "a CRM over 200 characters",
        { current_crm: "x".repeat(201) },
        check,
      ],
      ["contact_form_submissions", "an unknown status", { status: "won" }, check],
      [
        "contact_form_submissions",
        "notes over 2,000 characters",
        { notes: "x".repeat(2001) },
        check,
      ],
      ["knowledge_base", "a file without a name", { file_name: "" }, check],
      ["knowledge_base", "a name with a path", { file_name: "../a.pdf" }, check],
      [
        "knowledge_base",
        "a name with a character that reverses the text direction",
        { file_name: "a\u202efdp.exe" },
        check,
      ],
      ["knowledge_base", "a name with two lines", { file_name: "a\nb.pdf" }, check],
      ["knowledge_base", "an unknown agent", { allowed_agents: ["ask_agent"] }, check],
      ["knowledge_base", "an agent that is null", { allowed_agents: [null] }, check],
      ["knowledge_base", "an unknown kind", { kind: "exe" }, check],
      ["knowledge_base", "a file over 10 MiB", { size_bytes: 10485761 }, check],
      ["knowledge_base", "page 0 as a picture", { picture_pages: [0] }, check],
      [
        "knowledge_base",
        "a picture after the last page",
        { page_count: 2, picture_pages: [3] },
        check,
      ],
      ["knowledge_base", "a picture on no page", { picture_pages: [null] }, check],
      ["knowledge_base", "a path without a folder", { file_path: "manual.pdf" }, check],
      [
        "knowledge_base",
        "a path without a company's folder",
        { file_path: "../manual.pdf" },
        check,
      ],
      [
        "knowledge_base",
        "a path in another company's folder",
        { file_path: `${randomUUID()}/a.pdf` },
        check,
      ],
      ["knowledge_chunks", "an empty passage", { body: "" }, check],
      ["knowledge_chunks", "a passage over 4,000 characters", { body: "x".repeat(4001) }, check],
      ["knowledge_chunks", "page 0", { page: 0 }, check],
      ["knowledge_chunks", "a passage number below 0", { chunk_no: -1 }, check],
      ["knowledge_chunks", "the same passage number twice", { chunk_no: 1 }, duplicate],
      ["knowledge_chunks", "a passage without a file", { file_id: randomUUID() }, notNull],
      ["label_agent_conversations", "an unknown role", { role: "system" }, check],
      ["label_agent_conversations", "an empty message", { content: "" }, check],
      ["ask_agent_conversations", "an unknown role", { role: "system" }, check],
      ["label_agent_conversations", "an unknown basis", { basis: "guess" }, check],
      ["ask_agent_conversations", "sources that are not a list", { sources: {} }, check],
      ["ask_agent_conversations", "an unknown basis", { basis: "" }, check],
      ["label_agent_conversations", "corrections that are not a list", { corrections: {} }, check],
      ["ask_agent_conversations", "corrections that are not a list", { corrections: {} }, check],
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
      ["speech_language", "English"],
    ])("profiles refuse another %s", async (column, value) => {
      const path = `profiles?id=eq.${world().idOf("stray")}`;
      const before = await takeSnapshot(world(), "profiles");
      const reply = await world().asServerMay("PATCH", path, { body: { [column]: value } });
      expect(reply.code).toBe(check);
      expect(await takeSnapshot(world(), "profiles")).toEqual(before);
    });

    test("agent_logs accept a summary of 500 characters in any script", async () => {
      const log: Row = {
        ...tables.agent_logs.newRow(partiesOf(world(), "technician", "technician")),
        output_summary: "漏".repeat(500),
      };
      const reply = await world().as("technician", "POST", "agent_logs", { body: log });
      expect(reply.code).toBeNull();
    });
  });
}
