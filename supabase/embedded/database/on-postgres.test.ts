// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Backend, freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import {
  addPerson,
  DEMO,
  headersOf,
  PASSWORD,
  runningBackend,
} from "#tests/support/running-backend.ts";
import { codeOf, enrolFactor, giveCode } from "#tests/support/second-factor.ts";
import { asOwner, claimsOf } from "#tests/support/signing-keys.ts";

const email = "owner@example.com";
const env = { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: PASSWORD };
/** How many of the backend's database connections people's requests may use at a time. */
const requestConnections = 6;

let server: PostgresServer;
let databaseUrl: string;
beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
});
afterAll(() => server.stop());

type Code = { code: string } | null;
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/;

const run = (statement: string) => asOwner({ dataDir: "", databaseUrl: server.url }, statement);

async function ownRole(backend: Backend): Promise<unknown> {
  const { accessToken } = await signIn(backend, email, PASSWORD);
  return (await rest(backend, accessToken, "GET", "user_roles?select=role")).body;
}

test("an empty database gets the schema and the first super administrator only once", async () => {
  const first = await startBackend({ databaseUrl, env });
  expect(await ownRole(first)).toEqual([{ role: "super_admin" }]);
  const config = await (await fetch(`${first.url}/config.json`)).json();
  expect(config).toMatchObject({ demo: false });
  expect(config).not.toHaveProperty("demoAccounts");
  expect(first.output()).not.toContain("demo");
  expect(await first.stop()).toBe(0);

  const late = { SUPER_ADMIN_EMAIL: "late@example.com", SUPER_ADMIN_PASSWORD: PASSWORD };
  const second = await startBackend({ databaseUrl, env: late });
  expect(await ownRole(second)).toEqual([{ role: "super_admin" }]);
  await expect(signIn(second, "late@example.com", PASSWORD)).rejects.toThrow("400");
  expect(await second.stop()).toBe(0);
});

describe("as on the embedded database,", () => {
  const backend = runningBackend(() => ({ databaseUrl, env }));

  test("the migrations' grants stay, and answers are the same", async () => {
    const { accessToken, userId } = await signIn(backend, email, PASSWORD);
    const path = `profiles?id=eq.${userId}`;
    expect((await rest(backend, "anon", "GET", "profiles")).status).toBe(401);
    const change = async (values: object) =>
      (await rest(backend, accessToken, "PATCH", path, values)).status;
    expect(await change({ email: "x@example.com" })).toBe(403);
    expect(await change({ full_name: "New" })).toBe(204);
    expect((await rest(backend, accessToken, "GET", "agent_requests")).status).toBe(403);
    const row = { id: randomUUID(), user_id: userId, agent_type: "voice", input_type: "voice" };
    const { id, ...another } = row;
    for (const [table, values, status, code] of [
      ["agent_logs", row, 201, undefined],
      ["agent_logs", row, 409, "23505"],
      ["agent_logs", { ...another, agent_type: "none" }, 400, "23514"],
      ["agent_logs", { ...another, input_data: { a: 1 } }, 400, "22P02"],
      ["agent_logs", { ...another, captured_at: 2 ** 53 }, 400, "22P02"],
      ["knowledge_base", { allowed_agents: [{ all: true }] }, 400, "22P02"],
    ] as const) {
      const reply = await rest<Code>(backend, accessToken, "POST", table, values);
      expect([values, reply.status, reply.body?.code]).toEqual([values, status, code]);
    }
    const { body } = await rest(backend, accessToken, "GET", "agent_logs?select=created_at");
    expect(body).toEqual([{ created_at: expect.stringMatching(ISO_8601) }]);
  });

  test("second factors work, and a code counts once", async () => {
    const { accessToken } = await signIn(backend, email, PASSWORD);
    const factor = await enrolFactor(backend, accessToken);
    const enter = () => signIn(backend, email, PASSWORD);
    const sessions = [await enter(), await enter()];
    const levels = [factor, ...sessions].map((each) => claimsOf(each.accessToken).aal);
    expect(levels).toEqual(["aal2", "aal1", "aal1"]);
    const code = codeOf(factor, 1);
    const answers = await Promise.allSettled(
      sessions.map((session) => giveCode(backend, session.accessToken, factor.id, code)),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  /** Ends all other connections, as a restart of the server does. */
  const endOtherConnections =
    "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

  test("requests whose connection is lost fail, and never continue on another connection", async () => {
    // Enough people to have a statement of each on all connections that requests use.
    const people: { email: string; accessToken: string }[] = [];
    while (people.length < requestConnections) {
      const person = await addPerson(backend);
      people.push({ ...person, ...(await signIn(backend, person.email, PASSWORD)) });
    }
    const readProfiles = async ({ email, accessToken }: (typeof people)[number]) => {
      const { status, body } = await rest(backend, accessToken, "GET", "profiles?select=email");
      return { status, body, own: { status: 200, body: [{ email }] } };
    };
    const owner = new pg.Client(databaseUrl);
    await owner.connect();
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
    await owner.end();
  });
});

/** A database of its own for a user with these rights. @returns the user's address of it */
async function databaseFor(name: string, rights: string): Promise<URL> {
  const url = new URL(await server.createDatabase());
  await run(`create role ${name} login password '${name}' ${rights}`);
  await run(`alter database ${url.pathname.slice(1)} owner to ${name}`);
  url.username = name;
  url.password = name;
  return url;
}

test("a database user without the needed rights is refused with a message", async () => {
  const { href } = await databaseFor("limited", "createdb");
  await expect(startBackend({ databaseUrl: href })).rejects.toThrow(
    /exit code 1\. It printed:\nThe database user "limited" may not create roles or bypass row-level security: .+\.$/m,
  );
});

test("a database user with CREATEROLE and BYPASSRLS is enough, and without its database the backend is alive, but not ready", async () => {
  const url = await databaseFor("keeper", "createrole bypassrls");
  const name = url.pathname.slice(1);
  const backend = await startBackend({ databaseUrl: url.href, env });
  expect(await ownRole(backend)).toEqual([{ role: "super_admin" }]);
  const { body } = await rest(backend, "service", "GET", "profiles?select=email");
  expect(body).toEqual([{ email }]);

  const statuses = () =>
    Promise.all(
      ["livez", "readyz", "healthz"].map(async (path) => {
        const reply = await fetch(`${backend.url}/${path}`);
        return [reply.status, await reply.json()];
      }),
    );
  const well = [200, { ok: true }];
  expect(await statuses()).toEqual([well, well, well]);
  await run(`alter database ${name} connection limit 0`);
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  const ill = [503, { ok: false }];
  await expect.poll(statuses).toEqual([well, ill, ill]);
  expect(await backend.stop()).toBe(0);
});

test("one server works on a database, and its secrets and files are in its data directory", async () => {
  const ofDemo = await server.createDatabase();
  const dataDir = await freshDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const secretsFile = join(dataDir, "secrets.json");
  const start = (more: object = {}) =>
    startBackend({ databaseUrl: ofDemo, dataDir, env: { DEMO: "1" }, ...more });
  const first = await start();
  const { accessToken } = await signIn(first, "tech@demo.example", DEMO);
  await expect(start({ dataDir: undefined })).rejects.toThrow(
    "Another Field Agents server works on the database",
  );
  await first.stop();

  // Earlier versions had the secrets in the database.
  const secrets = await readFile(secretsFile, "utf8");
  await asOwner(
    { dataDir, databaseUrl: ofDemo },
    `create schema embedded_server;
     create table embedded_server.file_root (root text);
     create table embedded_server.secrets (content text);
     insert into embedded_server.secrets values ('${secrets}')`,
  );
  await writeFile(secretsFile, secrets.replaceAll("sb_", "sb_other_"));
  const second = await start();
  expect(await readFile(secretsFile, "utf8")).toBe(secrets);
  const path = "knowledge_base?select=file_path&limit=1";
  const found = await rest<{ file_path: string }[]>(second, accessToken, "GET", path);
  expect(found.status).toBe(200);
  const address = `${second.url}/storage/v1/object/knowledge-base/${found.body[0]?.file_path}`;
  const file = await fetch(address, { headers: headersOf(second, accessToken) });
  expect(file.status).toBe(200);
  await file.body?.cancel();
  await second.stop();
});
