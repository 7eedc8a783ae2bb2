// @module-tag rest

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { expect, test } from "vitest";
import { deploymentConfigSchema } from "#supabase/functions/_shared/contracts/deployment-config.ts";
import type { KnowledgeFile } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { DEMO_MANUALS } from "#supabase/seed/demo.ts";
import { type LogLine, rest, signIn } from "#tests/support/backend.ts";
import { DEMO, headersOf, runningBackend } from "#tests/support/running-backend.ts";

const tech = "tech@demo.example";
const admin = "admin@demo.example";
const boss = "super@demo.example";

const backend = runningBackend(() => ({ env: { OPENAI_API_KEY: "" } }));
const signedIn = async (email: string) => (await signIn(backend, email, DEMO)).accessToken;

test("a backend serves a configuration that meets the contract and names the page's own origin", async () => {
  for (const origin of [backend.url, backend.url.replace("127.0.0.1", "localhost")]) {
    const reply = await fetch(`${origin}/config.json`);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(deploymentConfigSchema.parse(await reply.json())).toEqual({
      supabaseUrl: origin,
      supabaseKey: backend.publishableKey,
      ...{ demo: true, realtime: true, sendsMail: false, passwordMinimum: 6 },
      demoAccounts: [
        { email: boss, password: DEMO, role: "super_admin" },
        { email: admin, password: DEMO, role: "admin" },
        { email: tech, password: DEMO, role: "field_tech" },
      ],
    });
  }
});

test("a backend prints the demo accounts, and no secret", () => {
  for (const email of [boss, admin, tech]) expect(backend.output()).toContain(email);
  expect(backend.output()).not.toContain(backend.secretKey);
  const printed = backend.output().trim().split("\n");
  // The address, the accounts and the provider.
  expect(printed.filter((line) => !line.startsWith("{"))).toHaveLength(3);
});

test("the demo's manuals are searchable, and each is stored as the file that it is", async () => {
  const token = await signedIn(admin);
  const path = "knowledge_base?order=created_at";
  const { body: files } = await rest<KnowledgeFile[]>(backend, token, "GET", path);
  expect(files.map(({ file_name }) => file_name)).toEqual(
    DEMO_MANUALS.map(({ fileName }) => fileName),
  );
  expect(files[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  const headers = headersOf(backend, token);
  for (const file of files) {
    expect(file.passage_count).toBeGreaterThan(10);
    expect(file.indexed_passages).toBe(file.passage_count);
    const path = `storage/v1/object/knowledge-base/${encodeURI(file.file_path)}`;
    const reply = await fetch(`${backend.url}/${path}`, { headers });
    const stored = Buffer.from(await reply.arrayBuffer());
    const source = new URL(`../../seed/manuals/${file.file_name}`, import.meta.url);
    expect(stored.equals(await readFile(source)), file.file_name).toBe(true);
    expect(file.size_bytes).toBe(stored.length);
  }
});

test("ordinary refusals are logged as answered requests, and not as errors", async () => {
  const before = backend.log().length;
  const { accessToken, userId } = await signIn(backend, tech, DEMO);
  const row = { id: randomUUID(), user_id: userId, agent_type: "voice", input_type: "voice" };
  const statuses: number[] = [];
  for (const body of [row, row, { ...row, agent_type: "none" }, { nonsense: 1 }]) {
    statuses.push((await rest(backend, accessToken, "POST", "agent_logs", body)).status);
  }
  expect(statuses).toEqual([201, 409, 400, 400]);
  const isPost = ({ route, method }: LogLine) =>
    method === "POST" && route === "/rest/v1/agent_logs";
  const rows = () => backend.log().slice(before).filter(isPost);
  await expect.poll(() => rows().map(({ status }) => status)).toEqual(statuses);
  expect(backend.log().filter(({ level }) => level === "error")).toEqual([]);
});

test("a request that offers another protocol is answered as every other", async () => {
  const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
  const [reply] = await once(get(`${backend.url}/livez`, { headers }), "response");
  expect(reply.statusCode).toBe(200);
});
