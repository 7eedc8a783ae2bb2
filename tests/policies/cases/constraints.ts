import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { takeSnapshot } from "../world/effect.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { type TableName, tables } from "../world/tables.ts";
import type { World } from "../world/world.ts";

const NOT_NULL = "23502";
const DUPLICATE = "23505";
const CHECK = "23514";
const long = (length: number) => "x".repeat(length);

/** Changes of a good row that make it one that no table may hold; the code is mostly a check's. */
const REFUSED: Partial<Record<TableName, Record<string, Row | [Row, string]>>> = {
  companies: {
    "a company without a name": { name: "  " },
    "a name of characters that nobody sees": { name: "\u200b\u2066 \u3164" },
    "a name over 200 characters": { name: long(201) },
    "a layout with an unknown part": { copy_layout: ["summary", "weather"] },
    "a layout without a text": { copy_layout: ["job", "person"] },
  },
  user_roles: { "an unknown role": { role: "owner" } },
  ai_prompt_settings: {
    "a key with a space": { prompt_key: "a key" },
    "an empty prompt": { prompt_value: "" },
    "a prompt without a company": [{ company_id: null }, NOT_NULL],
    "a second value of a company's key": [{ prompt_key: "voice_agent_system_prompt" }, DUPLICATE],
  },
  vocabulary_terms: {
    "an empty term": { term: "" },
    "a term of characters that nobody sees": { term: "\u200d\u0301" },
    "a term over 80 characters": { term: long(81) },
    "an empty heard form": { heard: "" },
    "a term of no company": [{ company_id: null }, NOT_NULL],
    "a company's term twice": [{ term: "hx-200" }, DUPLICATE],
  },
  golden_questions: {
    "an unknown agent": { agent: "voice" },
    "a question without words": { question: " " },
    "an unknown expectation": { expected: "luck" },
    "an expectation without words": { expected_text: null },
    "a refusal with words": { expected: "refusal" },
    "a set of no company": [{ company_id: null }, NOT_NULL],
    "a document that there is not": { file_id: randomUUID() },
  },
  answer_feedback: {
    "an unknown agent": { agent: "voice" },
    "an unknown verdict": { verdict: "perhaps" },
    "a reason over 500 characters": { reason: long(501) },
    "a question over 4,000 characters": { question: long(4001) },
    "a rating of no answer": [{ message_id: null }, NOT_NULL],
  },
  device_queues: {
    "a device with other characters": { device: "Mobile <b>" },
    "a queue without its oldest item": { oldest: null },
    "an empty queue with an oldest item": { waiting: 0 },
  },
  answer_reviews: {
    "a reply without words": { reply: " " },
    "a reply over 2,000 characters": { reply: long(2001) },
    "a review of no company": [{ company_id: null }, NOT_NULL],
  },
  agent_logs: {
    "an unknown agent": { agent_type: "voice_agent" },
    "an unknown kind of input": { input_type: "video" },
    "a summary over 500 characters": { output_summary: long(501) },
  },
  detailed_agent_logs: {
    "an unknown agent": { agent_type: "voice" },
    "an unknown status": { status: "ok" },
    "a negative number of tokens": { total_tokens: -1 },
    "a grounding that is no object": { grounding: [] },
    "a row without a request key": [{ request_key: null }, NOT_NULL],
  },
  account_changes: {
    "an unknown action": { action: "new_password" },
    "an unknown result": { result: "refused" },
    "a result without its time": { finished_at: null },
  },
  jobs: {
    "a job without a number": { number: "" },
    "a number over 60 characters": { number: long(61) },
    "equipment that is no list": { equipment: {} },
    "an unknown status": { status: "done" },
    "a company's number twice": [{ number: "A-100" }, DUPLICATE],
    "a job of no company": [{ company_id: null }, NOT_NULL],
  },
  job_import_tokens: { "a second token of a company": [{}, DUPLICATE] },
  entry_changes: {
    "an unknown kind": { kind: "sound" },
    "texts without a transcription": { transcription: null },
    "a job with a summary": { kind: "job", transcription: null },
    "a change without its number": { revision: 0 },
    "a change of no entry": [{ entry_id: null }, NOT_NULL],
  },
  webhooks: {
    "an address without https": { url: "http://receiver.example/" },
    "an address with a password": { url: "https://me:password@receiver.example/" },
    "an unknown event": { events: ["note", "deleted"] },
  },
  webhook_deliveries: {
    "an unknown state": { state: "lost" },
    "a delivery of no webhook": [{ webhook_id: randomUUID() }, "23503"],
  },
  agent_requests: {
    "an unknown state": { state: "lost" },
    "a finished request without a reply": { state: "done" },
  },
  contact_form_submissions: {
    // `early-access-requests.ts` tries all other values of the form.
    "a technician count over 1,000 characters": { field_tech_count: "5".repeat(1001) },
    "an unknown status": { status: "won" },
    "notes over 2,000 characters": { notes: long(2001) },
  },
  knowledge_base: {
    "a file without a name": { file_name: "" },
    "a name with a path": { file_name: "../a.pdf" },
    "a name of characters that nobody sees": { file_name: "\u202e\u2800\ufeff" },
    "an unknown agent": { allowed_agents: ["ask_agent"] },
    "an agent that is null": { allowed_agents: [null] },
    "an unknown kind": { kind: "exe" },
    "a file over 10 MiB": { size_bytes: 10485761 },
    "page 0 as a picture": { picture_pages: [0] },
    "a share of its letters over 1": { reading: { share: 1.1 } },
    "a reading that is a list": { reading: [] },
    "a picture after the last page": { page_count: 2, picture_pages: [3] },
    "a path without a company's folder": { file_path: "../manual.pdf" },
    "a path in another company's folder": { file_path: `${randomUUID()}/a.pdf` },
  },
  knowledge_chunks: {
    "an empty passage": { body: "" },
    "a passage over 4,000 characters": { body: long(4001) },
    "page 0": { page: 0 },
    "a passage number below 0": { chunk_no: -1 },
    "the same passage number twice": [{ chunk_no: 1 }, DUPLICATE],
    "a passage without a file": [{ file_id: randomUUID() }, NOT_NULL],
  },
  label_agent_conversations: {
    "an unknown role": { role: "system" },
    "an empty message": { content: "" },
    "an unknown basis": { basis: "guess" },
    "corrections that are not a list": { corrections: {} },
  },
  ask_agent_conversations: {
    "an unknown role": { role: "system" },
    "sources that are not a list": { sources: {} },
    "an unknown basis": { basis: "" },
    "corrections that are not a list": { corrections: {} },
  },
};

/**
 * Values that no row may hold, whoever writes it: written as the server, to which no policy
 * applies.
 */
export function checkConstraints(world: () => World): void {
  describe("the server's own writes", () => {
    describe.each(Object.entries(REFUSED))("%s", (name, wrong) => {
      const table = name as TableName;

      test.each(Object.entries(wrong))("refuses %s", async (_, change) => {
        const [changes, code] = Array.isArray(change) ? change : [change, CHECK];
        const before = await takeSnapshot(world(), table);
        const row = tables[table].newRow(partiesOf(world(), "superAdmin", "northColleague"));
        const reply = await world().asServerMay("POST", table, { body: { ...row, ...changes } });
        expect(reply.code).toBe(code);
        expect(await takeSnapshot(world(), table)).toEqual(before);
      });
    });

    test.each([
      ["status", "retired"],
      ["full_name", long(201)],
      ["speech_language", "English"],
    ])("profiles refuse another %s", async (column, value) => {
      const path = `profiles?id=eq.${world().idOf("stray")}`;
      const before = await takeSnapshot(world(), "profiles");
      const reply = await world().asServerMay("PATCH", path, { body: { [column]: value } });
      expect(reply.code).toBe(CHECK);
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
