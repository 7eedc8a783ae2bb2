import type { ActivityFilter, ActivityLog, AgentLog } from "@contracts/agent-log.ts";
import type { Company } from "@contracts/company.ts";
import type { DetailedLog, DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { KnowledgeFile } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import type { VocabularyTerm } from "@contracts/vocabulary.ts";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { ASK_CONVERSATION, readMessages } from "#mirror/person/conversations.ts";
import {
  readKnowledgeFiles,
  replaceKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import {
  ACTIVITY_LIMIT,
  readActivity,
  replaceActivity,
} from "#mirror/person/lists/activity-logs.ts";
import { readCompanies, replaceCompanies } from "#mirror/person/lists/companies.ts";
import {
  DETAILED_LOGS_LIMIT,
  readDetailedLogs,
  replaceDetailedLogs,
} from "#mirror/person/lists/detailed-logs.ts";
import {
  readEarlyAccessRequests,
  replaceEarlyAccessRequests,
} from "#mirror/person/lists/early-access-requests.ts";
import {
  readGoldenQuestions,
  replaceGoldenQuestions,
} from "#mirror/person/lists/golden-questions.ts";
import type { MirroredTable } from "#mirror/person/lists/mirrored-table.ts";
import { replaceAskConversation, replaceHistory } from "#mirror/person/lists/own-lists.ts";
import { readPeople, replacePeople } from "#mirror/person/lists/people.ts";
import { readPromptSettings, replacePromptSettings } from "#mirror/person/lists/prompt-settings.ts";
import type { Answer } from "#mirror/person/lists/replace-rows.ts";
import { readVocabulary, replaceVocabulary } from "#mirror/person/lists/vocabulary.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

export const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const ME = "0b1f2c3d-0000-4000-8000-000000000002";
const AT = "2026-01-05T08:00:00Z";
const EVERYTHING: DetailedLogFilter = {
  ...{ company: null, agent: null, status: null, email: "", text: "", from: null, before: null },
};
const ACTIVITY: ActivityFilter = {
  ...{ company: COMPANY, person: null, agent: null, text: "", from: null, before: null },
};

/** A list of the mirror, as tests write and read it; a row is its id and a text in it. */
interface TestedList {
  answer(
    db: PersonDatabase,
    rows: readonly (readonly [string, string])[],
    asked: Times,
  ): Promise<void>;
  /** Writes a row to the mirror other than by an answer. */
  write(db: PersonDatabase, id: string, text: string, mirroredAt: number): Promise<unknown>;
  /** The rows that a page shows, as ids and texts, sorted by id. */
  shown(db: PersonDatabase): Promise<(readonly [string, string])[]>;
}

type Times = Pick<Answer<unknown>, "askedAt" | "now">;

function listOf<Row, Kept extends { id: string }>(list: {
  row: (id: string, text: string) => Row;
  replace: (db: PersonDatabase, answer: Answer<Row>) => Promise<void>;
  table: (db: PersonDatabase) => MirroredTable<Kept>;
  kept: (row: Row) => Kept;
  read: (db: PersonDatabase) => Promise<Row[]>;
  told: (row: Row) => readonly [string, string];
}): TestedList {
  return {
    answer: (db, rows, times) =>
      list.replace(db, { rows: rows.map(([id, text]) => list.row(id, text)), ...times }),
    write: (db, id, text, mirroredAt) =>
      list.table(db).put({ ...list.kept(list.row(id, text)), mirroredAt }),
    async shown(db) {
      const rows = (await list.read(db)).map((row) => list.told(row));
      return rows.sort(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}

const file = (id: string, file_name: string): KnowledgeFile => ({
  id,
  file_name,
  file_path: `${COMPANY}/${id}`,
  company_id: COMPANY,
  uploaded_by: null,
  created_at: AT,
  allowed_agents: ["label_agent"],
  kind: "md",
  size_bytes: 10,
  page_count: null,
  picture_pages: null,
  language: "english",
  passage_count: 1,
  indexed_passages: 1,
  indexed_at: AT,
  deleting_at: null,
  superseded_by: null,
  superseded_at: null,
  is_held: false,
});

const log = (id: string, output_summary: string): AgentLog => ({
  id,
  user_id: ME,
  agent_type: "voice",
  input_type: "voice",
  input_data: "said",
  output_summary,
  captured_at: AT,
  created_at: AT,
});

export const request = (id: string, notes: string): EarlyAccessRequest => ({
  id,
  company: "Lead",
  name: "Lee",
  email: "lee@lead.test",
  phone: "1",
  field_tech_count: "5",
  current_crm: "None",
  status: "new",
  notes,
  created_at: AT,
});

export const prompt = (id: string, prompt_value: string): PromptSetting => ({
  id,
  company_id: COMPANY,
  prompt_key: `key-${id}`,
  prompt_value,
  description: null,
  updated_at: AT,
  updated_by: null,
});

const term = (id: string, term: string): VocabularyTerm => ({
  id,
  company_id: COMPANY,
  term,
  heard: null,
  created_by: null,
  created_at: AT,
});

const golden = (id: string, question: string): GoldenQuestion => ({
  id,
  company_id: COMPANY,
  agent: "ask",
  question,
  expected: "refusal",
  expected_text: null,
  file_id: null,
  created_by: null,
  created_at: AT,
});

const message = (id: string, content: string): ConversationMessage => ({
  id,
  user_id: ME,
  role: "assistant",
  content,
  sources: null,
  basis: null,
  created_at: AT,
});

/** Every list of the mirror that holds rows with ids, by the name that tests give it. */
export const LISTS: Record<string, TestedList> = {
  history: listOf({
    row: log,
    replace: replaceHistory,
    table: (db) => db.agentLogs,
    kept: (row) => row,
    read: (db) => readHistory(db, null),
    told: (row) => [row.id, row.output_summary ?? ""],
  }),
  conversation: listOf({
    row: message,
    replace: replaceAskConversation,
    table: (db) => db.messages,
    kept: (row) => ({ ...row, agent: "ask" as const, conversation: ASK_CONVERSATION }),
    read: (db) => readMessages(db, "ask", ASK_CONVERSATION),
    told: (row) => [row.id, row.content],
  }),
  "knowledge files": listOf({
    row: file,
    replace: replaceKnowledgeFiles,
    table: (db) => db.knowledgeFiles,
    kept: (row) => ({ ...row, passagesOf: null }),
    read: (db) => readKnowledgeFiles(db, COMPANY),
    told: (row) => [row.id, row.file_name],
  }),
  companies: listOf({
    row: (id, name): Company => ({
      id,
      name,
      created_at: AT,
      user_count: 0,
      file_count: 0,
      require_second_factor: false,
    }),
    replace: replaceCompanies,
    table: (db) => db.companies,
    kept: (row) => row,
    read: readCompanies,
    told: (row) => [row.id, row.name],
  }),
  people: listOf({
    row: (id, full_name): Person => ({
      id,
      full_name,
      email: `${id}@demo.example`,
      company_id: COMPANY,
      status: "active",
      created_at: AT,
      speech_language: null,
      can_use_voice_agent: false,
      can_use_snap_agent: false,
      can_use_label_agent: false,
      role: "field_tech",
    }),
    replace: (db, answer) => replacePeople(db, COMPANY, answer),
    table: (db) => db.people,
    kept: (row) => row,
    read: (db) => readPeople(db, COMPANY),
    told: (row) => [row.id, row.full_name ?? ""],
  }),
  vocabulary: listOf({
    row: term,
    replace: (db, answer) => replaceVocabulary(db, COMPANY, answer),
    table: (db) => db.vocabularyTerms,
    kept: (row) => row,
    read: (db) => readVocabulary(db, COMPANY),
    told: (row) => [row.id, row.term],
  }),
  golden: listOf({
    row: golden,
    replace: (db, answer) => replaceGoldenQuestions(db, COMPANY, answer),
    table: (db) => db.goldenQuestions,
    kept: (row) => row,
    read: (db) => readGoldenQuestions(db, COMPANY),
    told: (row) => [row.id, row.question],
  }),
  prompts: listOf({
    row: prompt,
    replace: (db, answer) => replacePromptSettings(db, COMPANY, answer),
    table: (db) => db.promptSettings,
    kept: (row) => row,
    read: (db) => readPromptSettings(db, COMPANY),
    told: (row) => [row.id, row.prompt_value],
  }),
  submissions: listOf({
    row: request,
    replace: replaceEarlyAccessRequests,
    table: (db) => db.submissions,
    kept: (row) => row,
    read: readEarlyAccessRequests,
    told: (row) => [row.id, row.notes ?? ""],
  }),
  activity: listOf({
    row: (id, output_summary): ActivityLog => ({ ...log(id, output_summary), company_id: COMPANY }),
    replace: (db, answer) => replaceActivity(db, ACTIVITY, ACTIVITY_LIMIT, answer),
    table: (db) => db.activityLogs,
    kept: (row) => row,
    read: async (db) => (await readActivity(db, ACTIVITY, ACTIVITY_LIMIT)).rows,
    told: (row) => [row.id, row.output_summary ?? ""],
  }),
  "detailed logs": listOf({
    row: (id, output_text): DetailedLog => ({
      id,
      created_at: AT,
      company_id: COMPANY,
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
      output_text,
      error_message: null,
      knowledge_base_files_used: [],
    }),
    replace: (db, answer) => replaceDetailedLogs(db, EVERYTHING, DETAILED_LOGS_LIMIT, answer),
    table: (db) => db.detailedLogs,
    kept: (row) => row,
    read: async (db) => (await readDetailedLogs(db, EVERYTHING, DETAILED_LOGS_LIMIT)).rows,
    told: (row) => [row.id, row.output_text ?? ""],
  }),
};
