// @module-tag rest

import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Backend,
  freshDataDir,
  rest,
  runToEnd,
  signIn,
  startBackend,
} from "#tests/support/backend.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { codeOf, enrolFactor, giveCode } from "#tests/support/second-factor.ts";

const email = "owner@example.com";
const password = "a long password";
const superAdmin = { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password };
/** How many of the backend's database connections people's requests may use at a time. */
const requestConnections = 6;

let server: PostgresServer;
let databaseUrl: string;
beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
});
afterAll(async () => {
  await server.stop();
});

/** Does `work` on a separate connection as the server's superuser. */
async function asOwner(url: string, work: (owner: pg.Client) => Promise<unknown>): Promise<void> {
  const owner = new pg.Client(url);
  await owner.connect();
  try {
    await work(owner);
  } finally {
    await owner.end();
  }
}

/** Creates a person who may read their own profile and no other. */
async function newcomer(backend: Backend): Promise<{ email: string; accessToken: string }> {
  const email = `${randomUUID()}@example.com`;
  const reply = await fetch(`${backend.url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { apikey: backend.secretKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password, email_confirm: true }),
  });
  expect(reply.status).toBe(200);
  const { accessToken } = await signIn(backend, email, password);
  return { email, accessToken };
}

async function ownRole(backend: Backend): Promise<unknown> {
  const { accessToken } = await signIn(backend, email, password);
  return (await rest(backend, accessToken, "GET", "user_roles?select=role")).body;
}

test("an empty database gets the schema and the first super administrator only once", async () => {
  const first = await startBackend({ databaseUrl, env: superAdmin });
  expect(await ownRole(first)).toEqual([{ role: "super_admin" }]);
  const config = await (await fetch(`${first.url}/config.json`)).json();
  expect(config).toMatchObject({ demo: false });
  expect(config).not.toHaveProperty("demoAccounts");
  expect(first.output()).not.toContain("demo");
  expect(await first.stop()).toBe(0);

  const later = { SUPER_ADMIN_EMAIL: "late@example.com", SUPER_ADMIN_PASSWORD: password };
  const second = await startBackend({ databaseUrl, env: later });
  expect(await ownRole(second)).toEqual([{ role: "super_admin" }]);
  await expect(signIn(second, "late@example.com", password)).rejects.toThrow("400");
  expect(await second.stop()).toBe(0);
});

test("the migrations' grants stay, and answers are the same as on the embedded database", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  const { accessToken, userId } = await signIn(backend, email, password);
  const path = `profiles?id=eq.${userId}`;
  expect((await rest(backend, "anon", "GET", "profiles")).status).toBe(401);
  expect((await rest(backend, accessToken, "PATCH", path, { email: "x@example.com" })).status).toBe(
    403,
  );
  expect((await rest(backend, accessToken, "PATCH", path, { full_name: "New" })).status).toBe(204);
  expect((await rest(backend, accessToken, "GET", "agent_requests")).status).toBe(403);
  const row = { id: randomUUID(), user_id: userId, agent_type: "voice", input_type: "voice" };
  const statuses: number[] = [];
  for (const body of [row, row, { ...row, id: randomUUID(), agent_type: "none" }]) {
    statuses.push((await rest(backend, accessToken, "POST", "agent_logs", body)).status);
  }
  expect(statuses).toEqual([201, 409, 400]);
  const { body } = await rest<{ created_at: string }[]>(backend, accessToken, "GET", "agent_logs");
  expect(body[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  expect(await backend.stop()).toBe(0);
});

test("invalid column values are refused in the same way as by the embedded database", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  const { accessToken, userId } = await signIn(backend, email, password);
  const row = { user_id: userId, agent_type: "voice", input_type: "voice" };
  for (const [table, values] of [
    ["agent_logs", { ...row, input_data: { a: 1 } }],
    ["agent_logs", { ...row, input_data: ["a"] }],
    ["agent_logs", { ...row, input_data: true }],
    ["agent_logs", { ...row, captured_at: 2 ** 53 }],
    ["knowledge_base", { allowed_agents: true }],
    ["knowledge_base", { allowed_agents: [{ all: true }] }],
  ] as const) {
    const reply = await rest(backend, accessToken, "POST", table, values);
    expect([values, reply]).toMatchObject([values, { status: 400, body: { code: "22P02" } }]);
  }
  expect(await backend.stop()).toBe(0);
});

test("second factors work in the same way as on the embedded database", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  const levelOf = (token: string) =>
    JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).aal;
  const factor = await enrolFactor(backend, (await signIn(backend, email, password)).accessToken);
  const later = await signIn(backend, email, password);
  expect([levelOf(factor.accessToken), levelOf(later.accessToken)]).toEqual(["aal2", "aal1"]);
  const code = codeOf(factor, 1);
  const sessions = [later, await signIn(backend, email, password)];
  const answers = await Promise.allSettled(
    sessions.map(({ accessToken }) => giveCode(backend, accessToken, factor.id, code)),
  );
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await backend.stop()).toBe(0);
});

test("two backends can start on one empty database, on a server that has the roles already", async () => {
  const empty = await server.createDatabase();
  const [one, two] = await Promise.all([
    startBackend({ databaseUrl: empty, env: superAdmin }),
    startBackend({ databaseUrl: empty, env: superAdmin }),
  ]);
  expect(await ownRole(one)).toEqual([{ role: "super_admin" }]);
  expect(await ownRole(two)).toEqual([{ role: "super_admin" }]);
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
});

/** Ends all other connections, as a restart of the server does. */
const endOtherConnections =
  "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

test("the backend survives a restart of the database server", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  await asOwner(server.url, (owner) => owner.query(endOtherConnections));
  await expect
    .poll(() => ownRole(backend).catch(() => undefined))
    .toEqual([{ role: "super_admin" }]);
  expect(await backend.stop()).toBe(0);
});

test("requests whose connection is lost fail, and never continue on another connection", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  // Enough people to have a statement of each on all connections that requests use.
  const people: Awaited<ReturnType<typeof newcomer>>[] = [];
  for (let used = 0; used < requestConnections; used += 1) people.push(await newcomer(backend));
  const readProfiles = async ({ email, accessToken }: (typeof people)[number]) => {
    const { status, body } = await rest(backend, accessToken, "GET", "profiles?select=email");
    return { status, body, own: { status: 200, body: [{ email }] } };
  };
  await asOwner(databaseUrl, async (owner) => {
    const waiting = async () => {
      // Inside a transaction, the statistics of the first query would be returned again.
      await owner.query("select pg_stat_clear_snapshot()");
      const { rows } = await owner.query(
        "select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%profiles%'",
      );
      return rows.length;
    };
    for (let round = 1; round <= 5; round += 1) {
      await owner.query("begin; lock table public.profiles");
      const requests = [...people, ...people].map(readProfiles);
      await expect.poll(waiting).toBe(requestConnections);
      await owner.query(endOtherConnections);
      await owner.query("commit");
      const replies = await Promise.all(requests);
      const failed = replies.filter(({ status }) => status >= 500);
      expect(failed.length).toBeGreaterThanOrEqual(requestConnections);
      for (const { status, body, own } of replies) {
        if (status < 500) expect({ status, body }).toEqual(own);
      }
      for (const person of people) {
        const { status, body, own } = await readProfiles(person);
        expect({ status, body }).toEqual(own);
      }
    }
  });
  expect(await backend.stop()).toBe(0);
});

test("a database user without the needed rights is refused with a message", async () => {
  await asOwner(server.url, (owner) =>
    owner.query("create role limited login password 'limited' createdb"),
  );
  const url = new URL(await server.createDatabase());
  url.username = "limited";
  url.password = "limited";
  const dataDir = await freshDataDir();
  const { code, output } = await runToEnd({ dataDir, databaseUrl: url.href });
  await rm(dataDir, { recursive: true });
  expect(output.trim()).toMatch(
    /^The database user "limited" may not create roles or bypass row-level security: .+\.$/,
  );
  expect(code).toBe(1);
});

test("a database user with CREATEROLE and BYPASSRLS is enough, without being superuser", async () => {
  const url = new URL(await server.createDatabase());
  await asOwner(server.url, async (owner) => {
    await owner.query("create role keeper login password 'keeper' createrole bypassrls");
    await owner.query(`alter database ${url.pathname.slice(1)} owner to keeper`);
  });
  url.username = "keeper";
  url.password = "keeper";
  const backend = await startBackend({ databaseUrl: url.href, env: superAdmin });
  expect(await ownRole(backend)).toEqual([{ role: "super_admin" }]);
  expect((await rest(backend, "service", "GET", "profiles?select=email")).body).toEqual([
    { email },
  ]);
  expect(await backend.stop()).toBe(0);
});
