import type { ActivityLog, AgentLog } from "@contracts/agent-log.ts";
import type { Company } from "@contracts/company.ts";
import type { DetailedLog } from "@contracts/detailed-log.ts";
import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import type { KnowledgeFile } from "@contracts/knowledge.ts";
import type { Person } from "@contracts/person.ts";
import type { PromptSetting } from "@contracts/prompt-setting.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHistory } from "../agent-logs.ts";
import { ASK_CONVERSATION, readMessages } from "../conversations.ts";
import { readKnowledgeFiles, replaceKnowledgeFiles } from "../knowledge/knowledge-files.ts";
import { PersonDatabase } from "../person-database.ts";
import { readActivity, replaceActivity } from "./activity-logs.ts";
import { readCompanies, replaceCompanies } from "./companies.ts";
import { type DetailedLogFilter, readDetailedLogs, replaceDetailedLogs } from "./detailed-logs.ts";
import {
  keepNotesDraft,
  readEarlyAccessRequests,
  readRequestDrafts,
  replaceEarlyAccessRequests,
} from "./early-access-requests.ts";
import type { MirroredTable } from "./mirrored-table.ts";
import { replaceAskConversation, replaceHistory } from "./own-lists.ts";
import { readPeople, replacePeople } from "./people.ts";
import { keepPromptDraft, readPromptDrafts } from "./prompt-drafts.ts";
import { readPromptSettings, replacePromptSettings } from "./prompt-settings.ts";
import type { Answer } from "./replace-rows.ts";
import { readUsage, replaceUsage, USAGE_SCOPE } from "./usage-analytics.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const ME = "0b1f2c3d-0000-4000-8000-000000000002";
const AT = "2026-01-05T08:00:00Z";
const EVERYTHING: DetailedLogFilter = { agent: null, status: null, email: "" };

/** A mirrored list in these tests; a row is identified by its id and a text in it. */
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
  passage_count: 1,
  indexed_passages: 1,
  indexed_at: AT,
  deleting_at: null,
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

const request = (id: string, notes: string): EarlyAccessRequest => ({
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

const prompt = (id: string, prompt_value: string): PromptSetting => ({
  id,
  company_id: COMPANY,
  prompt_key: `key-${id}`,
  prompt_value,
  description: null,
  updated_at: AT,
  updated_by: null,
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

const LISTS: Record<string, TestedList> = {
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
    replace: (db, answer) => replaceActivity(db, COMPANY, answer),
    table: (db) => db.activityLogs,
    kept: (row) => row,
    read: (db) => readActivity(db, COMPANY),
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
    replace: (db, answer) => replaceDetailedLogs(db, EVERYTHING, answer),
    table: (db) => db.detailedLogs,
    kept: (row) => row,
    read: (db) => readDetailedLogs(db, EVERYTHING),
    told: (row) => [row.id, row.output_text ?? ""],
  }),
};

let db: PersonDatabase;
beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
});
afterEach(() => db.delete());

describe.each(Object.entries(LISTS))("the mirrored %s", (_, list) => {
  it("are not replaced by the answer to an older request", async () => {
    await list.answer(db, [["b", "new"]], { askedAt: 20, now: 30 });
    await list.answer(
      db,
      [
        ["a", "gone since"],
        ["b", "old"],
      ],
      { askedAt: 10, now: 40 },
    );
    expect(await list.shown(db)).toEqual([["b", "new"]]);
  });

  it("are refreshed after the device's clock was set back", async () => {
    await list.answer(db, [["a", "before"]], { askedAt: 9_000, now: 9_001 });
    await list.write(db, "b", "before", 9_002);
    await list.answer(db, [["a", "after"]], { askedAt: 10, now: 11 });
    expect(await list.shown(db)).toEqual([["a", "after"]]);
    await list.answer(db, [["c", "later"]], { askedAt: 20, now: 21 });
    expect(await list.shown(db)).toEqual([["c", "later"]]);
  });

  it("are refreshed when the clock is set back before the answer arrives", async () => {
    await list.answer(db, [["a", "before"]], { askedAt: 9_000, now: 10 });
    await list.answer(db, [["a", "after"]], { askedAt: 8_000, now: 9_100 });
    expect(await list.shown(db)).toEqual([["a", "after"]]);
  });

  it("keep rows written here after the request was sent, until the next answer", async () => {
    await list.answer(db, [["a", "server"]], { askedAt: 10, now: 11 });
    await list.write(db, "a", "mine", 21);
    await list.write(db, "b", "mine", 22);
    await list.answer(db, [["a", "server"]], { askedAt: 20, now: 30 });
    expect(await list.shown(db)).toEqual([
      ["a", "mine"],
      ["b", "mine"],
    ]);
    await list.answer(db, [["a", "server"]], { askedAt: 31, now: 32 });
    expect(await list.shown(db)).toEqual([["a", "server"]]);
  });

  it("treat rows without a time, from an earlier version, as old", async () => {
    await list.write(db, "a", "left", 1);
    await db.transaction("rw", db.tables, () =>
      Promise.all(
        db.tables.map((table) =>
          table.toCollection().modify((row: { mirroredAt?: number }) => {
            delete row.mirroredAt;
          }),
        ),
      ),
    );
    await list.answer(db, [["b", "server"]], { askedAt: 10, now: 11 });
    expect(await list.shown(db)).toEqual([["b", "server"]]);
  });
});

it("the mirrored usage figures are not replaced by the answer to an older request", async () => {
  const figures = (total_requests: number) =>
    [{ usage_date: "2026-01-05", agent_type: "voice_agent", total_requests }] as UsageAnalytics[];
  await replaceUsage(db, { rows: figures(2), askedAt: 20, now: 30 });
  await replaceUsage(db, { rows: figures(1), askedAt: 10, now: 40 });
  expect(await readUsage(db)).toMatchObject(figures(2));
  expect(await db.scopes.get(USAGE_SCOPE)).toMatchObject({ refreshedAt: 30 });
});

describe("an administrator's unsaved draft", () => {
  it("stays when an answer to an older request contains the same text", async () => {
    await replaceEarlyAccessRequests(db, {
      rows: [request("a", "theirs")],
      askedAt: 20,
      now: 30,
    });
    await keepNotesDraft(db, "a", "old", "theirs");
    await replaceEarlyAccessRequests(db, { rows: [request("a", "old")], askedAt: 10, now: 40 });
    expect(await readRequestDrafts(db)).toMatchObject([{ id: "a", notes: "old" }]);

    const row = prompt("a", "theirs");
    await replacePromptSettings(db, COMPANY, { rows: [row], askedAt: 20, now: 30 });
    await keepPromptDraft(db, row, "old", { saved: "theirs", own: "theirs" });
    const rows = [prompt("a", "old")];
    await replacePromptSettings(db, COMPANY, { rows, askedAt: 10, now: 40 });
    expect(await readPromptDrafts(db, COMPANY)).toMatchObject([{ text: "old" }]);
    await replacePromptSettings(db, COMPANY, { rows, askedAt: 50, now: 51 });
    expect(await readPromptDrafts(db, COMPANY)).toEqual([]);
  });
});
