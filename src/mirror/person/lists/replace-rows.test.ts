import type { ActivityFilter } from "@contracts/agent-log.ts";
import type { DetailedLogFilter } from "@contracts/detailed-log.ts";
import type { ConversationMessage } from "@contracts/question.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
  usageRow,
} from "#tests/support/rows.ts";
import { readHistory } from "../agent-logs.ts";
import { ASK_CONVERSATION, readMessages } from "../conversations.ts";
import { readKnowledgeFiles, replaceKnowledgeFiles } from "../knowledge/knowledge-files.ts";
import { PersonDatabase } from "../person-database.ts";
import { ACTIVITY_LIMIT, readActivity, replaceActivity } from "./activity-logs.ts";
import { readCompanies, replaceCompanies } from "./companies.ts";
import { DETAILED_LOGS_LIMIT, readDetailedLogs, replaceDetailedLogs } from "./detailed-logs.ts";
import {
  keepNotesDraft,
  readEarlyAccessRequests,
  readRequestDrafts,
  replaceEarlyAccessRequests,
} from "./early-access-requests.ts";
import { readGoldenQuestions, replaceGoldenQuestions } from "./golden-questions.ts";
import { replaceAskConversation, replaceHistory } from "./own-lists.ts";
import { readPeople, replacePeople } from "./people.ts";
import { keepPromptDraft, readPromptDrafts } from "./prompt-drafts.ts";
import { readPromptSettings, replacePromptSettings } from "./prompt-settings.ts";
import type { Answer } from "./replace-rows.ts";
import { readUsage, replaceUsage, USAGE_SCOPE } from "./usage-analytics.ts";
import { readVocabulary, replaceVocabulary } from "./vocabulary.ts";

const EVERYTHING: DetailedLogFilter = {
  ...{ company: null, agent: null, status: null, email: "", text: "", from: null, before: null },
};
const ACTIVITY: ActivityFilter = {
  ...{ company: COMPANY, person: null, agent: null, text: "", from: null, before: null },
};

let db: PersonDatabase;
beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
});
afterEach(() => db.delete());

type Times = Pick<Answer<unknown>, "askedAt" | "now">;
type Texts = (readonly [id: string, text: string])[];

/**
 * A list of the mirror whose rows are told by their id and the text in `field`.
 * @param kept what the mirror adds to each row
 */
function listOf<Field extends string, Row extends { id: string } & Partial<Record<Field, unknown>>>(
  table: string,
  field: Field,
  row: (fields: { id: string } & Record<Field, string>) => Row,
  replace: (answer: Answer<Row>) => Promise<void>,
  read: () => Promise<Row[]>,
  kept: object = {},
) {
  const rowOf = ([id, text]: Texts[number]) =>
    row({ id, [field]: text } as { id: string } & Record<Field, string>);
  return {
    answer: (rows: Texts, times: Times) => replace({ rows: rows.map(rowOf), ...times }),
    /** Writes a row to the mirror other than by an answer. */
    write: (id: string, text: string, mirroredAt: number) =>
      db.table(table).put({ ...rowOf([id, text]), ...kept, mirroredAt }),
    /** The rows that a page shows, sorted by id. */
    async shown() {
      const texts = (await read()).map((each) => [each.id, each[field]] as const);
      return texts.sort(([a], [b]) => (a < b ? -1 : 1));
    },
  };
}

const messageRow = (fields: Pick<ConversationMessage, "id" | "content">): ConversationMessage => ({
  user_id: COMPANY,
  role: "assistant",
  sources: null,
  basis: null,
  created_at: "2026-01-05T08:00:00Z",
  ...fields,
});

/** Every list of the mirror that holds rows with ids. */
const LISTS = {
  history: listOf(
    "agentLogs",
    "output_summary",
    logRow,
    (answer) => replaceHistory(db, answer),
    () => readHistory(db, null),
  ),
  conversation: listOf(
    "messages",
    "content",
    messageRow,
    (answer) => replaceAskConversation(db, answer),
    () => readMessages(db, "ask", ASK_CONVERSATION),
    { agent: "ask", conversation: ASK_CONVERSATION },
  ),
  "knowledge files": listOf(
    "knowledgeFiles",
    "file_name",
    fileRow,
    (answer) => replaceKnowledgeFiles(db, answer),
    () => readKnowledgeFiles(db, COMPANY),
    { passagesOf: null },
  ),
  companies: listOf(
    "companies",
    "name",
    companyRow,
    (answer) => replaceCompanies(db, answer),
    () => readCompanies(db),
  ),
  people: listOf(
    "people",
    "full_name",
    personRow,
    (answer) => replacePeople(db, COMPANY, answer),
    () => readPeople(db, COMPANY),
  ),
  vocabulary: listOf(
    "vocabularyTerms",
    "term",
    termRow,
    (answer) => replaceVocabulary(db, COMPANY, answer),
    () => readVocabulary(db, COMPANY),
  ),
  golden: listOf(
    "goldenQuestions",
    "question",
    goldenRow,
    (answer) => replaceGoldenQuestions(db, COMPANY, answer),
    () => readGoldenQuestions(db, COMPANY),
  ),
  prompts: listOf(
    "promptSettings",
    "prompt_value",
    ({ id, prompt_value }) => promptRow({ id, prompt_key: `key-${id}`, prompt_value }),
    (answer) => replacePromptSettings(db, COMPANY, answer),
    () => readPromptSettings(db, COMPANY),
  ),
  submissions: listOf(
    "submissions",
    "notes",
    requestRow,
    (answer) => replaceEarlyAccessRequests(db, answer),
    () => readEarlyAccessRequests(db),
  ),
  activity: listOf(
    "activityLogs",
    "output_summary",
    (fields) => ({ ...logRow(fields), company_id: COMPANY }),
    (answer) => replaceActivity(db, ACTIVITY, ACTIVITY_LIMIT, answer),
    async () => (await readActivity(db, ACTIVITY, ACTIVITY_LIMIT)).rows,
  ),
  "detailed logs": listOf(
    "detailedLogs",
    "output_text",
    detailedLogRow,
    (answer) => replaceDetailedLogs(db, EVERYTHING, DETAILED_LOGS_LIMIT, answer),
    async () => (await readDetailedLogs(db, EVERYTHING, DETAILED_LOGS_LIMIT)).rows,
  ),
};

describe.each(Object.entries(LISTS))("the mirrored %s", (_, list) => {
  it("are not replaced by the answer to an older request", async () => {
    await list.answer([["b", "new"]], { askedAt: 20, now: 30 });
    await list.answer(
      [
        ["a", "gone since"],
        ["b", "old"],
      ],
      { askedAt: 10, now: 40 },
    );
    expect(await list.shown()).toEqual([["b", "new"]]);
  });

  it("are refreshed after the device's clock was set back", async () => {
    await list.answer([["a", "before"]], { askedAt: 9_000, now: 9_001 });
    await list.write("b", "before", 9_002);
    await list.answer([["a", "after"]], { askedAt: 10, now: 11 });
    expect(await list.shown()).toEqual([["a", "after"]]);
    await list.answer([["c", "later"]], { askedAt: 20, now: 21 });
    expect(await list.shown()).toEqual([["c", "later"]]);
  });

  it("are refreshed when the clock is set back before the answer arrives", async () => {
    await list.answer([["a", "before"]], { askedAt: 9_000, now: 10 });
    await list.answer([["a", "after"]], { askedAt: 8_000, now: 9_100 });
    expect(await list.shown()).toEqual([["a", "after"]]);
  });

  it("keep rows written here after the request was sent, until the next answer", async () => {
    await list.answer([["a", "server"]], { askedAt: 10, now: 11 });
    await list.write("a", "mine", 21);
    await list.write("b", "mine", 22);
    await list.answer([["a", "server"]], { askedAt: 20, now: 30 });
    expect(await list.shown()).toEqual([
      ["a", "mine"],
      ["b", "mine"],
    ]);
    await list.answer([["a", "server"]], { askedAt: 31, now: 32 });
    expect(await list.shown()).toEqual([["a", "server"]]);
  });

  it("treat rows without a time, from an earlier version, as old", async () => {
    await list.write("a", "left", 1);
    await db.transaction("rw", db.tables, () =>
      Promise.all(
        db.tables.map((table) =>
          table.toCollection().modify((row: { mirroredAt?: number }) => {
            delete row.mirroredAt;
          }),
        ),
      ),
    );
    await list.answer([["b", "server"]], { askedAt: 10, now: 11 });
    expect(await list.shown()).toEqual([["b", "server"]]);
  });
});

it("the mirrored usage figures are not replaced by the answer to an older request", async () => {
  const figures = (total_requests: number) => [usageRow({ total_requests })];
  await replaceUsage(db, { rows: figures(2), askedAt: 20, now: 30 });
  await replaceUsage(db, { rows: figures(1), askedAt: 10, now: 40 });
  expect(await readUsage(db)).toMatchObject(figures(2));
  expect(await db.scopes.get(USAGE_SCOPE)).toMatchObject({ refreshedAt: 30 });
});

it("an unsaved draft stays when an answer to an older request contains the same text", async () => {
  await LISTS.submissions.answer([["a", "theirs"]], { askedAt: 20, now: 30 });
  await keepNotesDraft(db, "a", "old", "theirs");
  await LISTS.submissions.answer([["a", "old"]], { askedAt: 10, now: 40 });
  expect(await readRequestDrafts(db)).toMatchObject([{ id: "a", notes: "old" }]);

  await LISTS.prompts.answer([["a", "theirs"]], { askedAt: 20, now: 30 });
  const prompt = { company_id: COMPANY, prompt_key: "key-a" };
  await keepPromptDraft(db, prompt, "old", { saved: "theirs", own: "theirs" });
  await LISTS.prompts.answer([["a", "old"]], { askedAt: 10, now: 40 });
  expect(await readPromptDrafts(db, COMPANY)).toMatchObject([{ text: "old" }]);
  await LISTS.prompts.answer([["a", "old"]], { askedAt: 50, now: 51 });
  expect(await readPromptDrafts(db, COMPANY)).toEqual([]);
});
