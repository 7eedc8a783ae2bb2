// @module-tag night
// @module-tag long

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AiProvider, startAiProvider } from "#tests/support/ai-provider/ai-provider.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { DEMO, headersOf, post, refreshed } from "#tests/support/running-backend.ts";
import { openNoteSender } from "#tests/support/send-note.ts";

let postgres: PostgresServer;
let objects: ObjectStore;
let provider: AiProvider;
let a: Backend;
let b: Backend;
beforeAll(async () => {
  postgres = await startPostgres();
  objects = await startObjectStore();
  provider = await startAiProvider();
  const ai = { OPENAI_BASE_URL: provider.url, AI_TRANSCRIBE: "provider" };
  const databaseUrl = await postgres.createDatabase();
  const start = () => startBackend({ databaseUrl, env: { DEMO: "1", ...ai, ...objects.env } });
  a = await start();
  b = await start();
});
afterAll(async () => {
  await Promise.all([a?.stop(), b?.stop()]);
  await Promise.all([postgres?.stop(), objects?.stop(), provider?.stop()]);
});

test("a session of one server is good at the other, is renewed there, and ends on both", async () => {
  const { accessToken, refreshToken } = await signIn(a, "tech@demo.example", DEMO);
  const readAt = async (server: Backend, token: string) =>
    (await rest(server, token, "GET", "profiles?select=id")).status;
  expect(await readAt(b, accessToken)).toBe(200);
  const second = (await refreshed(b, refreshToken)).accessToken;
  expect(await readAt(a, second)).toBe(200);
  expect((await post(a, "auth/v1/logout", {}, headersOf(a, second))).status).toBe(204);
  for (const server of [a, b]) expect(await readAt(server, second)).toBe(401);
});

test("a note that both are given is made once", async () => {
  const [atA, atB] = [await openNoteSender(a), await openNoteSender(b)];
  const said = { transcription: "said once" };
  provider.respondWith({ to: "transcription", do: "hold", text: said.transcription });
  const key = randomUUID();
  const recording = new Uint8Array(4000);
  const first = atA.send(recording, { key });
  await provider.called(1);
  expect((await atB.send(recording, { key })).status).toBe(409);
  provider.release();
  expect((await first).status).toBe(200);
  expect(await (await atB.send(recording, { key })).json()).toMatchObject(said);
  expect(provider.callsTo("transcription")).toHaveLength(1);
});
