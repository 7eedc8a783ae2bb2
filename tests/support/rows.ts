import type { AgentLog } from "@contracts/agent-log.ts";
import type { Company } from "@contracts/company.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { KnowledgeFile } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { QueueItem } from "@contracts/queue-item.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import type { VocabularyTerm } from "@contracts/vocabulary.ts";

// Complete rows of the server and of the queue; a test gives the fields that it is about.

export const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const ROW = "0b1f2c3d-0000-4000-8000-0000000000aa";
const AT = "2026-01-05T08:00:00Z";

const rowsLike =
  <Row>(whole: Row) =>
  (fields: Partial<Row> = {}): Row => ({ ...whole, ...fields });

export const companyRow = rowsLike<Company>({
  id: COMPANY,
  name: "North",
  created_at: AT,
  user_count: 2,
  file_count: 3,
  require_second_factor: false,
  last_active_at: null,
  waiting: 0,
});

/** A technician without any agent. */
export const personRow = rowsLike<Person>({
  id: ROW,
  full_name: "Kim",
  email: "kim@demo.example",
  company_id: COMPANY,
  status: "active",
  created_at: AT,
  speech_language: null,
  can_use_voice_agent: false,
  can_use_snap_agent: false,
  can_use_label_agent: false,
  role: "field_tech",
});

/** A searchable file of one passage. */
export function fileRow(fields: Partial<KnowledgeFile> = {}): KnowledgeFile {
  const id = fields.id ?? ROW;
  return {
    id,
    file_name: `${id}.md`,
    file_path: `${COMPANY}/${id}`,
    company_id: COMPANY,
    uploaded_by: null,
    created_at: AT,
    allowed_agents: ["label_agent"],
    kind: "md",
    size_bytes: 1,
    page_count: null,
    picture_pages: null,
    reading: null,
    language: "english",
    passage_count: 1,
    indexed_passages: 1,
    indexed_at: AT,
    deleting_at: null,
    superseded_by: null,
    superseded_at: null,
    ...fields,
  };
}

export const logRow = rowsLike<AgentLog>({
  id: ROW,
  user_id: null,
  agent_type: "voice",
  input_type: "voice",
  input_data: "said",
  output_summary: "short",
  captured_at: AT,
  created_at: AT,
});

export const detailedLogRow = rowsLike<DetailedLog>({
  id: ROW,
  created_at: AT,
  company_id: null,
  user_email: "ann@one.example",
  agent_type: "voice_agent",
  action_type: "transcribe",
  status: "success",
  device_type: null,
  ip_address: null,
  ai_model: null,
  input_token_count: null,
  completion_tokens: null,
  total_tokens: null,
  total_request_time_ms: null,
  input_text: null,
  output_text: null,
  error_message: null,
  knowledge_base_files_used: [],
});

export const requestRow = rowsLike<EarlyAccessRequest>({
  id: ROW,
  company: "Prospect Heating",
  name: "Pat Visitor",
  email: "pat@prospect.example",
  phone: "+1 503 555 0100",
  field_tech_count: "5-10",
  current_crm: "None",
  created_at: AT,
  status: "new",
  notes: null,
});

export const promptRow = rowsLike<PromptSetting>({
  id: ROW,
  company_id: COMPANY,
  prompt_key: "tone",
  prompt_value: "Be kind",
  description: null,
  updated_by: null,
  updated_at: AT,
});

export const termRow = rowsLike<VocabularyTerm>({
  id: ROW,
  company_id: COMPANY,
  term: "HX-200",
  heard: null,
  created_by: null,
  created_at: AT,
});

export const goldenRow = rowsLike<GoldenQuestion>({
  id: ROW,
  company_id: COMPANY,
  agent: "ask",
  question: "How tight?",
  expected: "refusal",
  expected_text: null,
  file_id: null,
  created_by: null,
  created_at: AT,
});

/** The figures of one agent on one day. */
export const usageRow = rowsLike<UsageAnalytics>({
  agent_type: "voice_agent",
  usage_date: "2026-03-01",
  total_requests: 3,
  successful_requests: 2,
  failed_requests: 1,
  avg_response_time_ms: 800,
  unique_users: 1,
  total_tokens_used: 90,
  avg_tokens_per_request: 30,
  total_estimated_cost: 0.5,
  unpriced_requests: 0,
});

export const queueItem = rowsLike<QueueItem>({
  id: "00000000-0000-7000-8000-000000000001",
  lane: "photo:1",
  capturedAt: 0,
  size: 1,
  payload: { kind: "photo", note: null },
  state: "queued",
  attempts: 0,
  due: 0,
  reason: null,
  steps: {},
});
