// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, rest, sharedSecrets, signIn } from "#tests/support/backend.ts";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { openNoteSender } from "#tests/support/send-note.ts";
import { type Servers, startServers } from "#tests/support/servers.ts";

let postgres: PostgresServer;
let objects: ObjectStore;
let provider: AiProvider;
beforeAll(async () => {
  [postgres, objects, provider] = await Promise.all([
    startPostgres(),
    startObjectStore(),
    startAiProvider(),
  ]);
});
afterAll(async () => {
  await Promise.all([postgres.stop(), objects.stop(), provider.stop()]);
});

const ADMIN = "admin@demo.example";
const TECHNICIAN = "tech@demo.example";
const PASSWORD = "field-demo";

const start = (databaseUrl: string, env: Record<string, string> = {}, atOnce = false) =>
  startServers(2, {
    ...{ databaseUrl, atOnce },
    env: {
      ...{ DEMO: "1", OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" },
      ...objects.env,
      ...env,
    },
  });

/** Runs a statement as the database's owner. */
async function sql(databaseUrl: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows;
}

const tokenFrom = (server: Backend, grant: string, body: object) =>
  fetch(`${server.url}/auth/v1/token?grant_type=${grant}`, {
    method: "POST",
    headers: { apikey: server.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

/** A recording that no other one equals; the stand-in provider does not decode it. */
const recording = (number: number) =>
  Uint8Array.from({ length: 4000 }, (_, i) => (i * number) & 255);

describe("two servers that begin at the same moment on an empty database", () => {
  let databaseUrl: string;
  let servers: Servers;
  let a: Backend;
  let b: Backend;
  beforeAll(async () => {
    databaseUrl = await postgres.createDatabase();
    servers = await start(databaseUrl, {}, true);
    [a, b] = servers.servers as [Backend, Backend];
  });
  afterAll(() => servers?.stop());
  beforeEach(() => provider.reset());

  test("agree on the schema, the demo, the secrets and the files", async () => {
    const { publishableKey } = await sharedSecrets(databaseUrl);
    for (const server of [a, b]) {
      const config = await (await fetch(`${server.url}/config.json`)).json();
      expect(config.supabaseKey).toBe(publishableKey);
    }
    const [{ people }] = await sql(databaseUrl, "select count(*)::int as people from auth.users");
    expect(people).toBe(3);
    const roots = new Set(
      objects.requests().flatMap((it) => /^PUT (.*)\/root$/.exec(it)?.[1] ?? []),
    );
    expect(roots.size).toBe(1);
  });

  test("a session of one is good at the other, is renewed there, and ends on both", async () => {
    const { accessToken, refreshToken } = await signIn(a, TECHNICIAN, PASSWORD);
    const own = await rest<unknown[]>(b, accessToken, "GET", "profiles?select=id");
    expect(own.status).toBe(200);
    expect(own.body.length).toBeGreaterThan(0);
    const renewed = await tokenFrom(b, "refresh_token", { refresh_token: refreshToken });
    expect(renewed.status).toBe(200);
    const { access_token: second } = await renewed.json();
    expect((await rest(a, second, "GET", "profiles?select=id")).status).toBe(200);
    const out = await fetch(`${a.url}/auth/v1/logout`, {
      method: "POST",
      headers: { apikey: a.publishableKey, authorization: `Bearer ${second}` },
    });
    expect(out.status).toBe(204);
    for (const server of [a, b]) {
      expect((await rest(server, second, "GET", "profiles?select=id")).status).toBe(401);
    }
  });

  test("a file of one is read at the other, whole and in part, and is gone from both", async () => {
    const [{ path }] = await sql(
      databaseUrl,
      "select name as path from storage.objects where bucket_id = 'knowledge-base' limit 1",
    );
    const { accessToken } = await signIn(a, ADMIN, PASSWORD);
    const headers = { apikey: a.publishableKey, authorization: `Bearer ${accessToken}` };
    const folder = String(path).split("/").slice(0, -1).join("/");
    const name = `${folder}/${randomUUID()}.txt`;
    const key = `knowledge-base/${name}`;
    const put = await fetch(`${a.url}/storage/v1/object/${key}`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/plain" },
      body: "Drain the trap first.",
    });
    expect(put.status, await put.text()).toBe(200);
    const whole = await fetch(`${b.url}/storage/v1/object/${key}`, { headers });
    expect(await whole.text()).toBe("Drain the trap first.");
    const part = await fetch(`${b.url}/storage/v1/object/${key}`, {
      headers: { ...headers, range: "bytes=6-8" },
    });
    expect([part.status, await part.text()]).toEqual([206, "the"]);
    const removed = await fetch(`${b.url}/storage/v1/object/knowledge-base`, {
      method: "DELETE",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ prefixes: [name] }),
    });
    expect(removed.status).toBe(200);
    expect((await fetch(`${a.url}/storage/v1/object/${key}`, { headers })).ok).toBe(false);
  });

  test("a change at one reaches who listens at the other", async () => {
    const { accessToken } = await signIn(b, ADMIN, PASSWORD);
    const listener = await listenTo(b, accessToken, ["profiles"]);
    const { userId } = await signIn(a, TECHNICIAN, PASSWORD);
    const { status } = await rest(a, "service", "PATCH", `profiles?id=eq.${userId}`, {
      full_name: "Named at the other server",
    });
    expect(status).toBe(204);
    await expect
      .poll(() => listener.heard.map(({ row }) => row.full_name))
      .toContain("Named at the other server");
    await listener.stop();
  });

  test("attempts at one count at the other", async () => {
    const email = "nobody@company.example";
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1) {
      const reply = await tokenFrom(attempt % 2 ? b : a, "password", { email, password: "wrong" });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test("a note that both are given at the same time is made once, and answered by both", async () => {
    const [atA, atB] = [await openNoteSender(a), await openNoteSender(b)];
    provider.respondWith({ to: "transcription", do: "hold", text: "said once" });
    const key = randomUUID();
    const first = atA.send(recording(3), { key });
    await provider.called(1);
    expect((await atB.send(recording(3), { key })).status).toBe(409);
    provider.release();
    expect((await first).status).toBe(200);
    const again = await atB.send(recording(3), { key });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ transcription: "said once" });
    expect(provider.callsTo("transcription")).toHaveLength(1);
  });

  test("the pace of calls is one for both", async () => {
    const databaseUrl = await postgres.createDatabase();
    const paced = await start(databaseUrl, { AI_PACE_PER_MINUTE: "2" });
    try {
      const senders = await Promise.all(paced.servers.map(openNoteSender));
      const statuses: (number | undefined)[] = [];
      for (const number of [0, 1, 0]) {
        statuses.push((await senders[number]?.send(recording(number + 20)))?.status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await paced.stop();
    }
  });
});

describe("when one of two servers ends in the middle of a call", () => {
  let databaseUrl: string;
  let servers: Servers;
  let a: Backend;
  let b: Backend;
  beforeEach(async () => {
    databaseUrl = await postgres.createDatabase();
    servers = await start(databaseUrl, { STOP_SECONDS: "1" });
    [a, b] = servers.servers as [Backend, Backend];
    provider.reset();
  });
  afterEach(() => servers?.stop());

  const logged = (key: string) =>
    sql(databaseUrl, "select status from public.detailed_agent_logs where request_key = $1", [key]);

  test("by SIGTERM, the other takes the same key at once", async () => {
    provider.respondWith({ to: "transcription", do: "hang" });
    const key = randomUUID();
    const [atA, atB] = [await openNoteSender(a), await openNoteSender(b)];
    const inProgress = atA.send(recording(1), { key });
    await provider.called(1);
    const ended = a.stop();
    expect((await inProgress).status).toBe(503);
    const again = await atB.send(recording(1), { key });
    expect(again.status).toBe(200);
    expect(await ended).toBe(0);
    expect(provider.callsTo("transcription")).toHaveLength(2);
    expect(await logged(key)).toEqual([{ status: "success" }]);
  });

  test("by SIGKILL, the other takes the same key after the claim's lease, once", async () => {
    provider.respondWith({ to: "transcription", do: "hang" });
    const key = randomUUID();
    const [atA, atB] = [await openNoteSender(a), await openNoteSender(b)];
    const inProgress = expect(atA.send(recording(2), { key })).rejects.toThrow();
    await provider.called(1);
    await servers.kill(a);
    await inProgress;
    // Nobody can know whether a server that does not answer is still working on it.
    expect((await atB.send(recording(2), { key })).status).toBe(409);
    const again = await atB.deliver(recording(2), { key });
    expect(again.status).toBe(200);
    const reply = await again.json();
    const repeated = await atB.send(recording(2), { key });
    expect(await repeated.json()).toEqual(reply);
    // Once by the server that is gone, once by the other.
    expect(provider.callsTo("transcription")).toHaveLength(2);
    expect(await logged(key)).toEqual([{ status: "success" }]);
  });
});
