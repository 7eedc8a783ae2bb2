// @module-tag rest

import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { rest, signIn } from "#tests/support/backend.ts";
import { browserOf } from "#tests/support/browser-like.ts";
import { type LocalIssuer, startLocalIssuer } from "#tests/support/local-issuer.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { addPerson, headersOf, PASSWORD, runningBackend } from "#tests/support/running-backend.ts";

let server: PostgresServer;
let issuer: LocalIssuer;
let owner: pg.Client;
afterAll(async () => {
  await owner?.end();
  await server?.stop();
  await issuer?.stop();
});
const backend = runningBackend(async () => {
  server = await startPostgres();
  issuer = await startLocalIssuer();
  const databaseUrl = await server.createDatabase();
  owner = new pg.Client(databaseUrl);
  await owner.connect();
  const provider = { id: "local", name: "Local", issuer: issuer.url, client_id: "app" };
  const OIDC_PROVIDERS = JSON.stringify([provider]);
  return { databaseUrl, env: { OIDC_PROVIDERS, CLIENT_ADDRESS_HEADER: "x-forwarded-for" } };
});

const newcomer = async () =>
  (await signIn(backend, (await addPerson(backend)).email, PASSWORD)).accessToken;

/** How many statements that contain this name wait for a lock. */
async function waiting(named = "agent_logs"): Promise<number> {
  await owner.query("select pg_stat_clear_snapshot()");
  const { rows } = await owner.query(
    "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like $1",
    [`%${named}%`],
  );
  return rows.length;
}

const lock = (table = "public.agent_logs") => owner.query(`begin; lock table ${table}`);
const release = () => owner.query("commit");

/** A read of `agent_logs`, which is answered when its lock is released. */
const readLogs = (accessToken: string, signal: AbortSignal = new AbortController().signal) =>
  fetch(`${backend.url}/rest/v1/agent_logs`, { headers: headersOf(backend, accessToken), signal });

/** The statuses of as many reads; 0 for aborted ones. */
function reads(accessToken: string, count: number, signal?: AbortSignal): Promise<number[]> {
  const read = () =>
    readLogs(accessToken, signal).then(
      ({ status }) => status,
      () => 0,
    );
  return Promise.all(Array.from({ length: count }, read));
}

/** Others are served while so many statements with that name wait. */
async function othersAreServed(accessToken: string, count: number, named?: string): Promise<void> {
  const read = await rest(backend, accessToken, "GET", "profiles?select=id");
  expect(read).toMatchObject({ status: 200, body: [{ id: expect.any(String) }] });
  expect((await fetch(`${backend.url}/readyz`)).status).toBe(200);
  expect(await waiting(named)).toBe(count);
}

test("one person's requests use only some of the connections, and are all answered in the end", async () => {
  const [greedy, other] = [await newcomer(), await newcomer()];
  await lock();
  const asked = reads(greedy, 20);
  await expect.poll(() => waiting()).toBe(3);
  await othersAreServed(other, 3);
  await release();
  expect(new Set(await asked)).toEqual(new Set([200]));
});

test("a person with too many waiting requests is told to try again later", async () => {
  const greedy = await newcomer();
  await lock();
  const gone = new AbortController();
  const asked = Array.from({ length: 3 + 100 + 1 }, () => readLogs(greedy, gone.signal));
  const first = await Promise.any(asked);
  expect(await first.json()).toMatchObject({ code: "crowded" });
  gone.abort();
  await Promise.allSettled(asked);
  await release();
  expect(first.status).toBe(503);
  expect(first.headers.get("retry-after")).toMatch(/^\d+$/);
  await expect.poll(() => reads(greedy, 1)).toEqual([200]);
});

test("sign-in attempts from many networks do not block the database for others", async () => {
  const accessToken = await newcomer();
  await lock("auth.attempts");
  const gone = new AbortController();
  const tries = Array.from({ length: 30 }, async (_, i) => {
    const reply = await fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
      ...{ method: "POST", signal: gone.signal },
      headers: {
        ...{ apikey: backend.publishableKey, "content-type": "application/json" },
        "x-forwarded-for": `2001:db8:${i.toString(16)}::1`,
      },
      body: JSON.stringify({ email: `nobody-${i}@example.com`, password: "guess" }),
    }).catch(() => null);
    return reply?.status ?? 0;
  });
  await expect.poll(() => waiting("take_attempt")).toBeGreaterThanOrEqual(3);
  await othersAreServed(accessToken, 3, "take_attempt");
  await release();
  gone.abort();
  await Promise.all(tries);
});

test("a statement is cancelled when its client disconnects", async () => {
  const [leaving, staying] = [await newcomer(), await newcomer()];
  await lock();
  const gone = new AbortController();
  const left = reads(leaving, 20, gone.signal);
  const stayed = reads(staying, 1);
  await expect.poll(() => waiting()).toBe(4);
  gone.abort();
  await expect.poll(() => waiting()).toBe(1);
  await release();
  expect(await stayed).toEqual([200]);
  expect(new Set(await left)).toEqual(new Set([0]));
  // A late cancellation must not hit the next user of the connection.
  for (let round = 0; round < 20; round += 1) {
    expect((await rest(backend, leaving, "GET", "profiles?select=id")).status).toBe(200);
  }
});

test("a request waits for the locks of others for a limited time", async () => {
  const accessToken = await newcomer();
  await lock();
  const [status] = await reads(accessToken, 1);
  await release();
  expect(status).toBeGreaterThanOrEqual(500);
  expect(await reads(accessToken, 1)).toEqual([200]);
});

test("a statement that never ends is refused as too much, and nobody else waits for it", async () => {
  const name = "a".repeat(150);
  expect((await rest(backend, "service", "POST", "companies", { name })).status).toBe(201);
  const pattern = encodeURIComponent(`^${"(a*)".repeat(8)}\\8\\7\\6\\5\\4\\3\\2\\1b?c*$`);
  const path = `companies?select=name&name=match.${pattern}`;
  const runaway = rest<{ code: string }>(backend, "service", "GET", path);
  const read = await rest(backend, await newcomer(), "GET", "profiles?select=id");
  expect(read.status).toBe(200);
  const { status, body } = await runaway;
  expect([status, body.code]).toEqual([422, "57014"]);
});

test("one of two ways in remains when both are removed at the same time", async () => {
  for (let round = 0; round < 10; round++) {
    const { email } = await addPerson(backend);
    const person = browserOf(backend);
    const id_token = await issuer.token({ sub: email, email, email_verified: true });
    const body = { provider: "local", id_token };
    const session = (await person.auth("POST", "token?grant_type=id_token", body)).body;
    const { identities } = session.user as { identities: { identity_id: string }[] };
    expect(identities).toHaveLength(2);
    const replies = await Promise.all(
      identities.map(({ identity_id }) =>
        person.auth("DELETE", `user/identities/${identity_id}`, undefined, session.access_token),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  }
});
