import { describe, expect, test } from "vitest";
import type { Sql } from "../world/run-as.ts";

/**
 * Checks that every filter and order that the product uses is served by an index, even under the
 * policies.
 */
export function checkIndexes(sql: () => Sql): void {
  const id = "'00000000-0000-0000-0000-000000000000'";

  describe("an index", () => {
    test.each([
      ["companies_by_name", "companies order by name"],
      ["profiles_of_company", `profiles where company_id = ${id} order by created_at desc`],
      [
        "ai_prompt_settings_company_id_prompt_key_key",
        `ai_prompt_settings where company_id = ${id} order by prompt_key`,
      ],
      [
        "vocabulary_terms_latest",
        `vocabulary_terms where company_id = ${id} order by created_at desc`,
      ],
      [
        "golden_questions_latest",
        `golden_questions where company_id = ${id} order by created_at desc`,
      ],
      [
        "answer_feedback_of_company",
        `answer_feedback where company_id = ${id} order by updated_at desc limit 50`,
      ],
      [
        "answer_feedback_of_person",
        `answer_feedback where user_id = ${id} order by updated_at desc limit 1000`,
      ],
      ["answer_feedback_of_request", `answer_feedback where request_id = ${id}`],
      ["agent_logs_latest", "agent_logs order by created_at desc limit 50"],
      [
        "agent_logs_of_company",
        `agent_logs where company_id = ${id} order by created_at desc limit 50`,
      ],
      ["agent_logs_of_person", `agent_logs where user_id = ${id} order by created_at desc`],
      [
        "agent_logs_of_person_and_agent",
        `agent_logs where user_id = ${id} and agent_type = 'voice' order by created_at desc`,
      ],
      ["detailed_agent_logs_latest", "detailed_agent_logs order by created_at desc limit 100"],
      [
        "detailed_agent_logs_of_company",
        `detailed_agent_logs where company_id = ${id} order by created_at desc limit 100`,
      ],
      [
        "detailed_agent_logs_of_agent",
        "detailed_agent_logs where agent_type = 'voice_agent' order by created_at desc limit 100",
      ],
      [
        "detailed_agent_logs_of_status",
        "detailed_agent_logs where status = 'failed' order by created_at desc limit 100",
      ],
      [
        "account_resets_of_person",
        `account_resets where person_id = ${id} order by created_at desc limit 20`,
      ],
      [
        "account_resets_of_company",
        `account_resets where company_id = ${id} order by created_at desc limit 20`,
      ],
      ["knowledge_base_latest", "knowledge_base order by created_at desc"],
      [
        "knowledge_base_of_company",
        `knowledge_base where company_id = ${id} order by created_at desc`,
      ],
      [
        "label_agent_conversations_of_person",
        `label_agent_conversations where user_id = ${id} order by created_at`,
      ],
      [
        "ask_agent_conversations_of_person",
        `ask_agent_conversations where user_id = ${id} order by created_at`,
      ],
      ["contact_form_submissions_latest", "contact_form_submissions order by created_at desc"],
    ])("%s serves: %s", async (index, query) => {
      const plan = await planOf(sql(), "authenticated", query);
      expect(plan).toContain(`using ${index} on`);
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    });

    test("knowledge_chunks_file_id_chunk_no_key serves reading a file from its beginning", async () => {
      const query = `knowledge_chunks where file_id = ${id} order by chunk_no`;
      const plan = await planOf(sql(), "service_role", query);
      expect(plan).toContain("using knowledge_chunks_file_id_chunk_no_key on");
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    });

    test("agent_requests_pace serves the ledger's queries", async () => {
      const plan = await planOf(
        sql(),
        "service_role",
        `agent_requests where user_id = ${id} and function_name = 'f' order by created_at desc`,
      );
      expect(plan).toContain("using agent_requests_pace on");
      expect(plan).not.toMatch(/Sort|Seq Scan/);
    });
  });
}

/**
 * The plan of a query when the planner prefers an index wherever one helps: on these small tables
 * it would not by itself.
 */
async function planOf(sql: Sql, role: string, query: string): Promise<string> {
  const dearer = ["enable_seqscan", "enable_sort", "enable_bitmapscan"];
  for (const setting of dearer) await sql(`set ${setting} = off`);
  await sql(`set role ${role}`);
  const lines = await sql(`explain select * from public.${query}`);
  await sql("reset role");
  for (const setting of dearer) await sql(`reset ${setting}`);
  return lines.map((line) => line["QUERY PLAN"]).join("\n");
}
