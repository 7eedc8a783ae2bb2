// @module-tag rest

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { KnowledgeChunk } from "#supabase/functions/_shared/contracts/knowledge.ts";
import type { ConversationMessage } from "#supabase/functions/_shared/contracts/question.ts";
import { DEMO_COMPANY } from "#supabase/seed/demo.ts";
import {
  type Backend,
  freshDataDir,
  rest,
  runToEnd,
  signIn,
  startBackend,
} from "#tests/support/backend.ts";
import { addPerson, DEMO, PASSWORD } from "#tests/support/running-backend.ts";

const MINE = { SUPER_ADMIN_EMAIL: "boss@field.example", SUPER_ADMIN_PASSWORD: "heat-pumps-hum" };
const WITH_HISTORY = { DEMO: "1", DEMO_HISTORY: "1" };

let dataDir: string;
let backend: Backend;
beforeAll(async () => {
  dataDir = await freshDataDir("empty");
  backend = await startBackend({ dataDir, env: WITH_HISTORY });
});
afterAll(async () => {
  await backend.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function read<Row>(path: string, email?: string): Promise<Row[]> {
  const as = email ? (await signIn(backend, email, DEMO)).accessToken : "service";
  const { status, body } = await rest<Row[]>(backend, as, "GET", path);
  expect(status, path).toBe(200);
  return body;
}

test("answers of the demo cite words that its manuals have, by file and page", async () => {
  const passages = await read<KnowledgeChunk>("knowledge_chunks?limit=1000");
  let cited = 0;
  for (const agent of ["label", "ask"]) {
    const path = `${agent}_agent_conversations?role=eq.assistant`;
    for (const { content, sources, basis } of await read<ConversationMessage>(path)) {
      expect(basis === "nothing").toBe(sources?.length === 0);
      for (const [place, { file_id, page, chunk_no, quote }] of (sources ?? []).entries()) {
        const passage = passages.find(
          (each) => each.file_id === file_id && each.chunk_no === chunk_no,
        );
        expect(passage?.body).toContain(quote);
        expect(passage?.page).toBe(page);
        expect(content).toContain(`[${place + 1}]`);
        cited += 1;
      }
    }
  }
  expect(cited).toBeGreaterThan(15);
});

test("each person of the demo has its password, and a start without the demo refuses the last of them", async () => {
  const people = await read<{ id: string; email: string }>("profiles?order=email");
  for (const { id, email } of people) {
    await signIn(backend, email, DEMO);
    if (email.startsWith("jordan")) continue;
    const headers = { apikey: backend.secretKey, "content-type": "application/json" };
    const address = `${backend.url}/auth/v1/admin/users/${id}`;
    await fetch(address, { method: "PUT", headers, body: JSON.stringify({ password: PASSWORD }) });
  }
  await backend.stop();
  const refused = await runToEnd({ dataDir, env: { DEMO: "0" } });
  expect(refused.output).toContain("whose password is public (jordan@demo.example)");
  backend = await startBackend({ dataDir, env: WITH_HISTORY });
});

test("DEMO=delete deletes the demo and nothing else, and the demo does not come back", async () => {
  const { id } = await addPerson(backend, "own@people.example");
  const move = { company_id: DEMO_COMPANY.id };
  await rest(backend, "service", "PATCH", `profiles?id=eq.${id}`, move);
  await backend.stop();
  const refused = await runToEnd({ dataDir, env: { DEMO: "delete" } });
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(/^DEMO=delete needs SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD/m);

  backend = await startBackend({ dataDir, env: { DEMO: "delete", ...MINE } });
  await signIn(backend, MINE.SUPER_ADMIN_EMAIL, MINE.SUPER_ADMIN_PASSWORD);
  await expect(signIn(backend, "tech@demo.example", DEMO)).rejects.toThrow("Invalid login");
  const people = await read<{ email: string; company_id: unknown }>("profiles?order=email");
  expect(people.map(({ email, company_id }) => [email, company_id])).toEqual([
    [MINE.SUPER_ADMIN_EMAIL, null],
    ["own@people.example", null],
  ]);
  for (const table of [
    ...["companies", "knowledge_base", "knowledge_chunks", "vocabulary_terms", "agent_logs"],
    ...["detailed_agent_logs", "label_agent_conversations", "ask_agent_conversations"],
    ...["answer_feedback", "contact_form_submissions"],
    "account_changes?person_email=like.*demo.example",
  ]) {
    expect(await read(table), table).toEqual([]);
  }
  const files = await readdir(join(dataDir, "storage"), { recursive: true, withFileTypes: true });
  expect(files.filter((each) => each.isFile())).toEqual([]);
  await backend.stop();

  backend = await startBackend({ dataDir, env: WITH_HISTORY });
  expect(backend.output()).not.toContain("@demo.example");
  expect(await read("companies")).toEqual([]);
});
