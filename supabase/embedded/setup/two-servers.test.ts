// @module-tag night
// @module-tag long

import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, rest, sharedSecrets, signIn } from "#tests/support/backend.ts";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { listenTo } from "#tests/support/realtime-listener.ts";
import { DEMO, headersOf, post, refreshed } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";
import { type Servers, startServers } from "#tests/support/servers.ts";

const ADMIN = "admin@demo.example";
const TECHNICIAN = "tech@demo.example";

let postgres: PostgresServer;
let objects: ObjectStore;
let provider: AiProvider;
let databaseUrl: string;
let owner: pg.Client;
let servers: Servers;
let a: Backend;
let b: Backend;
beforeAll(async () => {
  [postgres, objects, provider] = await Promise.all([
    startPostgres(),
    startObjectStore(),
    startAiProvider(),
  ]);
  databaseUrl = await postgres.createDatabase();
  const ai = { OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" };
  servers = await startServers(2, {
    ...{ databaseUrl, atOnce: true },
    env: { DEMO: "1", ...ai, ...objects.env },
  });
  [a, b] = servers.servers as [Backend, Backend];
  owner = new pg.Client(databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner?.end();
  await servers?.stop();
  await Promise.all([postgres?.stop(), objects?.stop(), provider?.stop()]);
});

/** A recording that no other one equals; the stand-in provider does not decode it. */
const recording = (number: number) =>
  Uint8Array.from({ length: 4000 }, (_, i) => (i * number) & 255);

test("two servers that begin at the same moment agree on the schema, the demo, the secrets and the files", async () => {
  const { publishableKey } = await sharedSecrets(databaseUrl);
  for (const server of [a, b]) {
    const config = await (await fetch(`${server.url}/config.json`)).json();
    expect(config.supabaseKey).toBe(publishableKey);
  }
  const { rows } = await owner.query("select count(*)::int as people from auth.users");
  expect(rows).toEqual([{ people: 3 }]);
  const roots = objects.requests().flatMap((it) => /^PUT (.*)\/root$/.exec(it)?.[1] ?? []);
  expect(new Set(roots).size).toBe(1);
});

test("a session of one is good at the other, is renewed there, and ends on both", async () => {
  const { accessToken, refreshToken } = await signIn(a, TECHNICIAN, DEMO);
  expect((await rest(b, accessToken, "GET", "profiles?select=id")).status).toBe(200);
  const second = (await refreshed(b, refreshToken)).accessToken;
  expect((await rest(a, second, "GET", "profiles?select=id")).status).toBe(200);
  expect((await post(a, "auth/v1/logout", {}, headersOf(a, second))).status).toBe(204);
  for (const server of [a, b]) {
    expect((await rest(server, second, "GET", "profiles?select=id")).status).toBe(401);
  }
});

test("a change at one reaches who listens at the other", async () => {
  const { accessToken } = await signIn(b, ADMIN, DEMO);
  const listener = await listenTo(b, accessToken, ["companies"]);
  await rest(a, "service", "PATCH", "companies?name=neq.", { name: "Named at the other" });
  await expect
    .poll(() => listener.heard.map(({ row }) => row.name))
    .toContain("Named at the other");
  await listener.stop();
});

test("a note that both are given is made once", async () => {
  const [atA, atB] = [await openNoteSender(a), await openNoteSender(b)];
  provider.respondWith({ to: "transcription", do: "hold", text: "said once" });
  const key = randomUUID();
  const first = atA.send(recording(3), { key });
  await provider.called(1);
  expect((await atB.send(recording(3), { key })).status).toBe(409);
  provider.release();
  expect((await first).status).toBe(200);
  expect(await (await atB.send(recording(3), { key })).json()).toMatchObject({
    transcription: "said once",
  });
  expect(provider.callsTo("transcription")).toHaveLength(1);
});
