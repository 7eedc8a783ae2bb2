// @module-tag rest

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { startPostgres } from "#tests/support/postgres.ts";

test("a backend without its database is alive, but not ready", async () => {
  const server = await startPostgres();
  const backend = await startBackend({ databaseUrl: await server.createDatabase() });
  const statuses = () =>
    Promise.all(
      ["livez", "readyz", "healthz"].map(async (path) => {
        const reply = await fetch(`${backend.url}/${path}`);
        return [reply.status, await reply.json()];
      }),
    );
  const well = [200, { ok: true }];
  expect(await statuses()).toEqual([well, well, well]);
  await server.stop();
  const ill = [503, { ok: false }];
  expect(await statuses()).toEqual([well, ill, ill]);
  expect(await backend.stop()).toBe(0);
});

describe("an error answer", () => {
  let backend: Backend;
  let headers: Record<string, string>;
  beforeAll(async () => {
    backend = await startBackend();
    const { accessToken } = await signIn(backend, "admin@demo.example", "field-demo");
    headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
  });
  afterAll(async () => void (await backend?.stop()));

  const storage = (method: string, path: string, body?: string) =>
    fetch(`${backend.url}/storage/v1/${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body }),
    });

  test.each([
    ["POST", "object/list/knowledge-base"],
    ["POST", "object/sign/knowledge-base/a.txt"],
    ["POST", "object/sign/knowledge-base"],
    ["POST", "object/move"],
    ["POST", "object/copy"],
    ["POST", "bucket"],
    ["PUT", "bucket/knowledge-base"],
    ["DELETE", "object/knowledge-base"],
  ])("is 400 if the body of %s %s is no readable JSON", async (method, path) => {
    for (const body of ["{", "", "null", "1", undefined]) {
      const reply = await storage(method, path, body);
      expect([body, reply.status]).toEqual([body, 400]);
    }
  });

  test("is 500 without details if a stored file is lost", async () => {
    const { body } = await rest<{ file_path: string }[]>(
      ...[backend, "service", "GET" as const],
      "knowledge_base?select=file_path&limit=1",
    );
    const address = `object/knowledge-base/${encodeURI(body[0]?.file_path ?? "")}`;
    const whole = await storage("GET", address);
    expect(whole.status).toBe(200);
    await whole.body?.cancel();
    const files = join(backend.dataDir, "storage");
    for (const folder of await readdir(files)) await rm(join(files, folder), { recursive: true });
    const lost = await storage("GET", address);
    expect(lost.status).toBe(500);
    const told = `${await lost.text()} ${JSON.stringify([...lost.headers])}`;
    expect(told).not.toContain(backend.dataDir);
    expect(told).not.toMatch(/ENOENT|127\.0\.0\.1|os error/);
  });

  test("contains no address and no path of the server", async () => {
    const sign = await storage("POST", "object/sign/knowledge-base/a.txt", '{"expiresIn":60}');
    const replies = [
      sign,
      await storage("GET", "object/sign/knowledge-base/a.txt?token=a.b.c"),
      await storage("GET", "bucket/nowhere"),
      await fetch(`${backend.url}/functions/v1/nowhere`, { headers }),
      await fetch(`${backend.url}/functions/v1/ask-query`, { method: "POST", headers, body: "{" }),
      await fetch(`${backend.url}/rest/v1/nowhere`, { headers }),
      await fetch(`${backend.url}/rest/v1/`, { headers }),
      await fetch(`${backend.url}/auth/v1/nowhere`, { headers }),
      await fetch(`${backend.url}/auth/v1/settings`, { headers }),
      await fetch(`${backend.url}/rest/v1/agent_logs`, { method: "POST", headers, body: "{" }),
    ];
    for (const reply of replies) {
      const told = `${await reply.text()} ${JSON.stringify([...reply.headers])}`;
      expect(told).not.toMatch(/127\.0\.0\.1|localhost|file:\/\/|\/tmp\/|\/work\/|\bat \S+:\d+/);
    }
  });
});
