import { randomInt, randomUUID } from "node:crypto";
import type { Row } from "./rest.ts";

/** The ids of the row's owner and of the sender of the statement, who may be the server. */
export interface Parties {
  actor: string | null;
  /** The row's owner: a person of the standing that is tried. */
  person: string;
  /** The owner's company, or null. */
  company: string | null;
}

export interface TableUnderTest {
  /** Columns that identify a row. */
  key: readonly string[];
  /**
   * The column that names a row's owner, and whether the owner is a person, a company or a visitor.
   * A visitor's rows have the standing "elsewhere" for everybody.
   */
  owner: { column: string; kind: "person" | "company" | "visitor" };
  /** A row that only a policy or a grant can refuse. */
  newRow(parties: Parties): Row;
  /** A change that only a policy or a grant can refuse. */
  change(row: Row, parties: Parties): Row;
}

/** The company name in every visitor's row. */
export const PROSPECT = "Prospect";

const conversation: TableUnderTest = {
  key: ["id"],
  owner: { column: "user_id", kind: "person" },
  newRow: ({ person }) => ({
    id: randomUUID(),
    user_id: person,
    role: "assistant",
    content: "The pump is blocked [1].",
    sources: [],
    basis: "passages",
    corrections: [],
  }),
  change: () => ({ content: "Changed." }),
};

const described = {
  companies: {
    key: ["id"],
    owner: { column: "id", kind: "company" },
    newRow: () => ({ name: "New company" }),
    change: () => ({ name: "Renamed" }),
  },
  profiles: {
    key: ["id"],
    owner: { column: "id", kind: "person" },
    newRow: ({ person, company }) => ({ id: person, company_id: company }),
    change: (row) => ({ can_use_snap_agent: !row.can_use_snap_agent }),
  },
  user_roles: {
    key: ["user_id"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person }) => ({ user_id: person, role: "field_tech" }),
    change: (row) => ({ role: row.role === "admin" ? "field_tech" : "admin" }),
  },
  ai_prompt_settings: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company, actor }) => ({
      company_id: company,
      prompt_key: "snap_agent_system_prompt",
      prompt_value: "Look closely.",
      updated_by: actor,
    }),
    change: (_row, { actor }) => ({ prompt_value: "Changed.", updated_by: actor }),
  },
  vocabulary_terms: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company, actor }) => {
      const id = randomUUID();
      return { id, company_id: company, term: `HX-${id}`, heard: null, created_by: actor };
    },
    change: () => ({ term: "Changed" }),
  },
  golden_questions: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company, actor }) => ({
      id: randomUUID(),
      company_id: company,
      agent: "ask",
      question: "How often is the filter cleaned?",
      expected: "passage",
      expected_text: "twice a year",
      file_id: null,
      created_by: actor,
    }),
    change: () => ({ question: "Changed?" }),
  },
  answer_feedback: {
    key: ["id"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person, company }) => ({
      id: randomUUID(),
      user_id: person,
      company_id: company,
      agent: "ask",
      message_id: randomUUID(),
      item_id: randomUUID(),
      revision: 1,
      verdict: "wrong",
      question: "Which filter?",
    }),
    change: () => ({ verdict: "right" }),
  },
  device_queues: {
    key: ["user_id", "device"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person }) => ({
      user_id: person,
      device: `Mobile ${randomUUID().slice(0, 8)}`,
      waiting: 1,
      oldest: new Date().toISOString(),
    }),
    change: () => ({ waiting: 2 }),
  },
  answer_reviews: {
    key: ["company_id", "id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company }) => ({ id: randomUUID(), company_id: company, reply: "Filter 12." }),
    change: () => ({ reply: "Filter 13." }),
  },
  agent_logs: {
    key: ["id"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person }) => ({
      id: randomUUID(),
      user_id: person,
      agent_type: "voice",
      input_type: "voice",
      input_data: "The compressor rattles.",
      output_summary: "Compressor rattles.",
    }),
    change: () => ({ output_summary: "Changed." }),
  },
  entry_changes: {
    key: ["id"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person }) => ({
      id: randomUUID(),
      entry_id: randomUUID(),
      user_id: person,
      kind: "text",
      job_id: null,
      transcription: "The compressor rattles.",
      summary: "Compressor rattles.",
      revision: 1,
      changed_at: new Date().toISOString(),
    }),
    change: () => ({ summary: "Changed." }),
  },
  jobs: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company }) => {
      const id = randomUUID();
      return { id, company_id: company, number: `J-${id}`, title: "Boiler room" };
    },
    change: () => ({ status: "closed" }),
  },
  job_import_tokens: {
    key: ["company_id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company }) => ({
      company_id: company,
      token_hash: randomUUID(),
    }),
    change: () => ({ last_used_at: new Date().toISOString() }),
  },
  webhooks: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    // Paused, so that the server itself changes no delivery.
    newRow: ({ company }) => ({
      ...{ id: randomUUID(), company_id: company, is_paused: true },
      url: "https://receiver.example/hook",
    }),
    change: () => ({ events: ["note"] }),
  },
  webhook_deliveries: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company }) => ({
      id: randomUUID(),
      webhook_id: webhookOf(String(company)),
      company_id: company,
      event: "note",
      entry_id: randomUUID(),
      payload: {},
    }),
    change: () => ({ state: "failed" }),
  },
  detailed_agent_logs: {
    key: ["id"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person, company }) => ({
      user_id: person,
      request_key: randomUUID(),
      company_id: company,
      agent_type: "voice_agent",
      action_type: "transcribe",
      status: "success",
    }),
    change: () => ({ status: "error" }),
  },
  account_changes: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ actor, company }) => ({
      id: randomUUID(),
      company_id: company,
      actor_id: actor,
      action: "temporary_password",
      result: "done",
      finished_at: new Date().toISOString(),
    }),
    change: () => ({ result: "failed" }),
  },
  agent_requests: {
    key: ["user_id", "request_key"],
    owner: { column: "user_id", kind: "person" },
    newRow: ({ person }) => ({
      user_id: person,
      request_key: randomUUID(),
      function_name: "voice-transcribe",
      body_hash: "hash",
      state: "running",
      claim_token: randomUUID(),
      lease_until: new Date().toISOString(),
    }),
    change: () => ({ state: "open" }),
  },
  contact_form_submissions: {
    key: ["id"],
    owner: { column: "company", kind: "visitor" },
    newRow: () => {
      const id = randomUUID();
      return {
        id,
        company: PROSPECT,
        name: "Pat Visitor",
        // A new address for each row, so that no rate limit per address refuses it.
        email: `${id}@prospect.example`,
        phone: "+1 503 555 0100",
        field_tech_count: "5-10",
        current_crm: "Salesforce",
      };
    },
    change: () => ({ status: "contacted" }),
  },
  knowledge_base: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company, actor }) => {
      const id = randomUUID();
      return {
        id,
        file_name: "Manual “HP-240 B” 🔥.pdf",
        file_path: `${company}/${id}`,
        company_id: company,
        uploaded_by: actor,
        allowed_agents: ["label_agent"],
        kind: "pdf",
        size_bytes: 1000,
      };
    },
    change: () => ({ page_count: 7 }),
  },
  knowledge_chunks: {
    key: ["id"],
    owner: { column: "company_id", kind: "company" },
    newRow: ({ company }) => ({
      file_id: manualOf(String(company)),
      chunk_no: randomInt(1_000_000),
      page: 3,
      heading: "Faults",
      body: "E-47 means that the pump is blocked.",
    }),
    change: () => ({ body: "Changed." }),
  },
  label_agent_conversations: conversation,
  ask_agent_conversations: conversation,
} satisfies Record<string, TableUnderTest>;

export type TableName = keyof typeof described;
export const tables: Record<TableName, TableUnderTest> = described;
export const tableNames = Object.keys(tables) as TableName[];

/** The file that every company has from the beginning. */
export function manualOf(company: string): string {
  return company;
}

/** The webhook, with one delivery of the same id, that every company has from the beginning. */
export function webhookOf(company: string): string {
  return company;
}

/** PostgREST filters that name exactly that row. */
export function filterOf(table: TableName, row: Row): string {
  return tables[table].key.map((column) => `${column}=eq.${row[column]}`).join("&");
}
