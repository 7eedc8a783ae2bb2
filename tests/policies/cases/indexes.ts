import { expect, test } from "vitest";
import type { Sql } from "../world/run-as.ts";

const ID = "'00000000-0000-0000-0000-000000000000'";
const LATEST = "order by created_at desc";
const where = (column: string) => (table: string) => `${table} where ${column} = ${ID}`;
const company = where("company_id");
const person = where("user_id");
const details = "detailed_agent_logs";

/** Every filter and order that the product uses, by the index that must serve it. */
const QUERIES: Record<string, string> = {
  companies_by_name: "companies order by name",
  profiles_of_company: `${company("profiles")} ${LATEST}`,
  ai_prompt_settings_company_id_prompt_key_key: `${company("ai_prompt_settings")} order by prompt_key`,
  vocabulary_terms_latest: `${company("vocabulary_terms")} ${LATEST}`,
  golden_questions_latest: `${company("golden_questions")} ${LATEST}`,
  answer_feedback_of_company: `${company("answer_feedback")} order by updated_at desc limit 50`,
  answer_feedback_of_person: `${person("answer_feedback")} order by updated_at desc limit 1000`,
  answer_feedback_of_request: where("request_id")("answer_feedback"),
  agent_logs_latest: `agent_logs ${LATEST} limit 50`,
  agent_logs_of_company: `${company("agent_logs")} ${LATEST} limit 50`,
  agent_logs_of_person: `${person("agent_logs")} ${LATEST}`,
  agent_logs_of_person_and_agent: `${person("agent_logs")} and agent_type = 'voice' ${LATEST}`,
  detailed_agent_logs_latest: `${details} ${LATEST} limit 100`,
  detailed_agent_logs_of_company: `${company(details)} ${LATEST} limit 100`,
  detailed_agent_logs_of_agent: `${details} where agent_type = 'voice_agent' ${LATEST} limit 100`,
  detailed_agent_logs_of_status: `${details} where status = 'failed' ${LATEST} limit 100`,
  account_changes_of_person: `${where("person_id")("account_changes")} ${LATEST} limit 20`,
  account_changes_of_company: `${company("account_changes")} ${LATEST} limit 20`,
  jobs_company_id_number_key: `${company("jobs")} and status = 'open' order by number limit 1000`,
  jobs_latest: `${company("jobs")} ${LATEST}`,
  entry_changes_of_person: `${person("entry_changes")} ${LATEST}`,
  entry_changes_of_company: `${company("entry_changes")} ${LATEST} limit 500`,
  entry_changes_of_entry: `${where("entry_id")("entry_changes")} and kind = 'text' order by revision desc`,
  webhooks_of_company: `${company("webhooks")} ${LATEST}`,
  webhook_deliveries_of_company: `${company("webhook_deliveries")} ${LATEST} limit 50`,
  knowledge_base_latest: `knowledge_base ${LATEST}`,
  knowledge_base_of_company: `${company("knowledge_base")} ${LATEST}`,
  label_agent_conversations_of_person: `${person("label_agent_conversations")} order by created_at`,
  ask_agent_conversations_of_person: `${person("ask_agent_conversations")} order by created_at`,
  contact_form_submissions_latest: `contact_form_submissions ${LATEST}`,
};

/** The same of the server's own queries. */
const OF_SERVER: Record<string, string> = {
  knowledge_chunks_file_id_chunk_no_key: `${where("file_id")("knowledge_chunks")} order by chunk_no`,
  agent_logs_of_job: where("job_id")("agent_logs"),
  entry_changes_of_job: where("job_id")("entry_changes"),
  webhook_deliveries_waiting: `${where("webhook_id")("webhook_deliveries")} and state = 'waiting'
    and due_at <= now() order by due_at limit 3`,
  webhook_deliveries_of_entry: `${where("webhook_id")("webhook_deliveries")} and entry_id = ${ID}
    order by place`,
  webhook_deliveries_oldest:
    "webhook_deliveries where created_at < now() - interval '30 days' limit 1000",
  agent_requests_pace: `${person("agent_requests")} and function_name = 'f' order by last_attempt desc`,
};

/** Checks that indexes serve the product's queries, even under the policies. */
export function checkIndexes(sql: () => Sql): void {
  const all = Object.entries({ authenticated: QUERIES, service_role: OF_SERVER }).flatMap(
    ([role, queries]) => Object.entries(queries).map((query) => [role, ...query] as const),
  );
  test.each(all)("for %s, the index %s serves: %s", async (role, index, query) => {
    const plan = await planOf(sql(), role, query);
    expect(plan).toContain(`using ${index} on`);
    expect(plan).not.toMatch(/Sort|Seq Scan/);
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
