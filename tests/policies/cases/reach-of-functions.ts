import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { callers } from "../expected/expectations.ts";
import { functionReach, rpcReach } from "../expected/functions.ts";
import { webhookOf } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** A document of the company North. */
interface NorthernFile {
  id: string;
  company_id: string;
  file_path: string;
}

/** A body that each database function accepts, so that only a missing right can refuse it. */
const parameters: Record<string, (person: string, file: NorthernFile) => object> = {
  search_knowledge: () => ({ query: "filter", agent: "label_agent", max_results: 3 }),
  set_own_full_name: () => ({ full_name: "Named By Themselves" }),
  set_own_speech_language: () => ({ language: "es" }),
  former_people: (person) => ({ asked: [{ id: person, email: null, company_id: null }] }),
  add_document_version: (_, { id, file_path }) => ({
    ...{ previous: id, id: randomUUID(), file_name: "New.pdf", file_path: `${file_path}-new` },
    ...{ kind: "pdf", size_bytes: 1, page_count: 1, passage_count: 1 },
  }),
  restore_document_version: (_, { id }) => ({ file: id }),
  set_copy_layout: (_, { file_path }) => ({ company: file_path.split("/")[0], layout: null }),
  search_knowledge_for: (person) => ({
    ...{ person, query: "filter", agent: "label_agent", max_results: 3 },
  }),
  spelling_candidates_for: (person) => ({ person, words: ["filtr"], agent: "label_agent" }),
  rate_answer: () => ({
    rating: {
      ...{ message_id: randomUUID(), request_id: randomUUID(), item_id: randomUUID(), revision: 1 },
      ...{ agent: "ask", verdict: "wrong", question: "Which filter?", reason: null, sources: [] },
    },
  }),
  search_knowledge_in: () => ({
    ...{ company: randomUUID(), query: "filter", agent: "label_agent", max_results: 3 },
  }),
  begin_agent_request: (person) => ({
    ...{ person, session: randomUUID(), by_password: false, key: randomUUID() },
    ...{ called: "voice-transcribe", hash: "h", lease_seconds: 1, per_minute: 1, per_day: 1 },
    ...{ permission: null, needs_company: false, prompts: [], most_terms: 0 },
  }),
  unsearched_pages: () => ({ company: randomUUID(), agent: "label_agent" }),
  claim_agent_request: (person) => ({
    ...{ person, key: randomUUID(), called: "voice-transcribe", hash: "h" },
    ...{ lease_seconds: 1, per_minute: 1, per_day: 1 },
  }),
  finish_agent_request: (person) => ({
    ...{ person, key: randomUUID(), token: randomUUID(), status: 200, reply: {}, entry: {} },
  }),
  release_agent_request: (person) => ({
    ...{ person, key: randomUUID(), token: randomUUID(), entry: {} },
  }),
  begin_account_change: (person) => ({
    ...{ caller: person, person, wanted: "recovery_link", per_caller: 1, per_person: 1 },
  }),
  finish_account_change: () => ({ change: randomUUID(), outcome: "done" }),
  equip_person: (person) => ({ person, caller: person, wanted: { role: "field_tech" } }),
  note_taken_address: (person) => ({
    ...{ noted: randomUUID(), caller: person, company: randomUUID() },
    ...{ address: "taken@policies.example", role: "field_tech" },
  }),
  import_jobs: (_, { company_id: company }) => ({ company, rows: [{ number: "A-200" }] }),
  make_job_import_token: (_, { company_id: company }) => ({ company }),
  make_webhook_secret: (_, { company_id: company }) => ({
    ...{ company, address: null, wanted: webhookOf(company) },
  }),
  send_webhook_again: (_, { company_id }) => ({ delivery: webhookOf(company_id) }),
  company_of_job_token: () => ({ token: "jobs_0" }),
  claim_webhook_deliveries: () => ({ most: 1, running: [], finished: [] }),
  log_refused_agent_request: (person) => ({ person, key: randomUUID(), entry: {} }),
};

async function addNorthernFile(world: World): Promise<NorthernFile> {
  const [id, company_id] = [randomUUID(), world.companies.north];
  const file_path = `${company_id}/${id}`;
  const body = {
    ...{ id, company_id, file_path, file_name: "Manual.pdf", allowed_agents: [] },
    ...{ kind: "pdf", size_bytes: 1, passage_count: 1 },
  };
  await world.asServer("POST", "knowledge_base", { body });
  return { id, company_id, file_path };
}

/** Every database function that REST offers, and every server function, × every person. */
export function checkReachOfFunctions(world: () => World): void {
  describe.each(Object.entries(rpcReach))("rpc/%s", (name, reach) => {
    test.each(callers)("answers %s as the expectations state", async (caller) => {
      const person = caller === "anon" ? randomUUID() : world().idOf(caller);
      const file = await addNorthernFile(world());
      const body = parameters[name]?.(person, file);
      const { status, code } = await world().as(caller, "POST", `rpc/${name}`, { body });
      await world().asServer("DELETE", `knowledge_base?file_path=like.${file.file_path}*`);
      const found = status < 300 ? "answered" : code === "42501" ? "refused" : `${status} ${code}`;
      expect(found).toBe(reach[caller]);
    });
  });

  describe("the server functions", () => {
    test("are exactly those of the expectations", async () => {
      const folder = new URL("../../../supabase/functions/", import.meta.url);
      const entries = await readdir(folder, { withFileTypes: true });
      const names = entries
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith("_"))
        .map(({ name }) => name);
      expect(names.sort()).toEqual(Object.keys(functionReach).sort());
    });

    test.each(callers)("check the rights of %s before they read the body", async (caller) => {
      const { url, publishableKey } = world().backend;
      const found: Record<string, string> = {};
      const expected: Record<string, string | undefined> = {};
      for (const [name, reach] of Object.entries(functionReach)) {
        const reply = await fetch(`${url}/functions/v1/${name}`, {
          method: "POST",
          headers: {
            apikey: publishableKey,
            "content-type": "application/json",
            ...(caller !== "anon" && { authorization: `Bearer ${world().tokenOf(caller)}` }),
          },
          body: '{"half',
        });
        found[name] = String(reply.status);
        expected[name] = reach[caller];
        await reply.text();
      }
      expect(found).toEqual(expected);
    });
  });
}
