import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type Backend,
  freshDataDir,
  rest,
  runToEnd,
  signIn,
  startBackend,
} from "../support/backend.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { codeOf, enrolFactor, giveCode } from "../support/second-factor.ts";

const email = "owner@example.com";
const password = "a long password";
const superAdmin = { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password };

let server: PostgresServer;
let databaseUrl: string;
beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
});
afterAll(async () => {
  await server.stop();
});

async function ownRole(backend: Backend): Promise<unknown> {
  const { accessToken } = await signIn(backend, email, password);
  return (await rest(backend, accessToken, "GET", "user_roles?select=role")).body;
}

test("an empty database gets the schema and the first super administrator, once", async () => {
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

test("grants stay the migrations', and answers are those of the embedded database", async () => {
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

test("second factors are those of the embedded database", async () => {
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

test("two backends may start on one empty database, in a server that has the roles already", async () => {
  const empty = await server.createDatabase();
  const [one, two] = await Promise.all([
    startBackend({ databaseUrl: empty, env: superAdmin }),
    startBackend({ databaseUrl: empty, env: superAdmin }),
  ]);
  expect(await ownRole(one)).toEqual([{ role: "super_admin" }]);
  expect(await ownRole(two)).toEqual([{ role: "super_admin" }]);
  expect(await Promise.all([one.stop(), two.stop()])).toEqual([0, 0]);
});

test("a restart of the database server is survived", async () => {
  const backend = await startBackend({ databaseUrl, env: superAdmin });
  const owner = postgres(server.url, { max: 1 });
  await owner`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await owner.end();
  await expect
    .poll(() => ownRole(backend).catch(() => undefined))
    .toEqual([{ role: "super_admin" }]);
  expect(await backend.stop()).toBe(0);
});

test("a user that may not do what is needed is told so", async () => {
  const owner = postgres(server.url, { max: 1 });
  await owner`create role limited login password 'limited' createdb`;
  await owner.end();
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

test("a database user that may create roles and bypass policies, but is no superuser, will do", async () => {
  const owner = postgres(server.url, { max: 1 });
  await owner`create role keeper login password 'keeper' createrole bypassrls`;
  const url = new URL(await server.createDatabase());
  await owner.unsafe(`alter database ${url.pathname.slice(1)} owner to keeper`);
  await owner.end();
  url.username = "keeper";
  url.password = "keeper";
  const backend = await startBackend({ databaseUrl: url.href, env: superAdmin });
  expect(await ownRole(backend)).toEqual([{ role: "super_admin" }]);
  expect((await rest(backend, "service", "GET", "profiles?select=email")).body).toEqual([
    { email },
  ]);
  expect(await backend.stop()).toBe(0);
});
