import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import { readHistory } from "#mirror/person/agent-logs.ts";
import { ASK_CONVERSATION, readMessages } from "#mirror/person/conversations.ts";
import {
  readKnowledgeFiles,
  replaceKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { COMPANIES } from "#mirror/person/lists/companies.ts";
import { DETAILED_LOGS } from "#mirror/person/lists/detailed-logs.ts";
import { EARLY_ACCESS_REQUESTS } from "#mirror/person/lists/early-access-requests.ts";
import { readLogs, replaceLogs } from "#mirror/person/lists/filtered-logs.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import { PEOPLE } from "#mirror/person/lists/people.ts";
import { PROMPT_SETTINGS } from "#mirror/person/lists/prompt-settings.ts";
import type { Answer } from "#mirror/person/lists/replace-rows.ts";
import { readList, replaceList, type ServerList } from "#mirror/person/lists/server-list.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { replaceAskConversation, replaceHistory } from "#sync/pull/pull-own-lists.ts";
import {
  COMPANY,
  companyRow,
  detailedLogRow,
  fileRow,
  goldenRow,
  logRow,
  personRow,
  promptRow,
  requestRow,
  termRow,
} from "./rows.ts";

const EVERYTHING: DetailedLogFilter = {
  ...{ company: null, agent: null, status: null, email: "", text: "", from: null, before: null },
};
/** A list of the mirror, whose rows tests tell apart by their ids and by the text in one field. */
export interface ListedRows<Row extends { id: string }> {
  table: string;
  field: string;
  row: (id: string, text: string) => Row;
  replace: (db: PersonDatabase, answer: Answer<Row>) => Promise<unknown>;
  read: (db: PersonDatabase) => Promise<Row[]>;
  kept: object;
}

function listOf<Field extends string, Row extends { id: string }>(
  table: string,
  field: Field,
  row: (fields: { id: string } & Record<Field, string>) => Row,
  replace: ListedRows<Row>["replace"],
  read: ListedRows<Row>["read"],
  kept = {},
): ListedRows<Row> {
  return {
    ...{ table, field, replace, read, kept },
    row: (id, text) => row({ id, [field]: text } as { id: string } & Record<Field, string>),
  };
}

/** A list of the server, or a company's part of one. */
const serverList = <
  Field extends string,
  Row extends { id: string },
  Part extends [] | [string | null],
>(
  table: string,
  field: Field,
  row: (fields: { id: string } & Record<Field, string>) => Row,
  list: ServerList<Row, Part>,
  ...part: Part
) =>
  listOf(
    table,
    field,
    row,
    (db, answer) => replaceList(db, list, answer, ...part),
    (db) => readList(db, list, ...part),
  );

const messageRow = (fields: Pick<ConversationMessage, "id" | "content">): ConversationMessage => ({
  user_id: COMPANY,
  role: "assistant",
  sources: null,
  basis: null,
  created_at: "2026-01-05T08:00:00Z",
  ...fields,
});

/** Every list of the mirror that holds rows with ids; those of one company are that of the rows. */
export const LISTS = {
  history: listOf("agentLogs", "output_summary", logRow, replaceHistory, (db) =>
    readHistory(db, null),
  ),
  conversation: listOf(
    "messages",
    "content",
    messageRow,
    replaceAskConversation,
    (db) => readMessages(db, "ask", ASK_CONVERSATION),
    { agent: "ask", conversation: ASK_CONVERSATION },
  ),
  files: listOf(
    "knowledgeFiles",
    "file_name",
    fileRow,
    replaceKnowledgeFiles,
    (db) => readKnowledgeFiles(db, COMPANY),
    { passagesOf: null },
  ),
  companies: serverList("companies", "name", companyRow, COMPANIES),
  /** Those of the company, and those without one. */
  people: listOf(
    "people",
    "full_name",
    personRow,
    async (db, answer) => {
      for (const id of [COMPANY, null]) {
        const rows = answer.rows.filter(({ company_id }) => company_id === id);
        await replaceList(db, PEOPLE, { ...answer, rows }, id);
      }
    },
    async (db) => [...(await readList(db, PEOPLE, COMPANY)), ...(await readList(db, PEOPLE, null))],
  ),
  terms: serverList("vocabularyTerms", "term", termRow, VOCABULARY, COMPANY),
  golden: serverList("goldenQuestions", "question", goldenRow, GOLDEN_QUESTIONS, COMPANY),
  prompts: serverList(
    "promptSettings",
    "prompt_value",
    ({ id, prompt_value }) => promptRow({ id, prompt_key: `key-${id}`, prompt_value }),
    PROMPT_SETTINGS,
    COMPANY,
  ),
  submissions: serverList("submissions", "notes", requestRow, EARLY_ACCESS_REQUESTS),
  "detailed logs": listOf(
    "detailedLogs",
    "output_text",
    detailedLogRow,
    (db, answer) => replaceLogs(DETAILED_LOGS, db, EVERYTHING, DETAILED_LOGS.limit, answer),
    async (db) => (await readLogs(DETAILED_LOGS, db, EVERYTHING, 100)).rows,
  ),
};
