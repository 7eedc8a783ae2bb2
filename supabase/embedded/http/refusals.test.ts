// @module-tag rest
// @module-tag long

import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  type BackendOptions,
  freshDataDir,
  rest,
  runToEnd,
  startBackend,
} from "#tests/support/backend.ts";
import { addPerson } from "#tests/support/running-backend.ts";

let folder: string;
/** Does not exist yet. */
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-"));
  dataDir = join(folder, "data");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Expects exit code 1, one sentence that matches, and nothing on standard output. */
async function expectRefusal(sentence: RegExp, options: BackendOptions): Promise<void> {
  const startedAt = performance.now();
  const { code, output } = await runToEnd({ dataDir, ...options });
  expect(output.trim()).toMatch(sentence);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
}

/** A port on which nothing but a silent server listens, until the test is over. */
async function silentPort(): Promise<number> {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  afterThisTest.push(() => server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
const afterThisTest: (() => unknown)[] = [];
afterEach(() => {
  for (const end of afterThisTest.splice(0)) end();
});

/** Makes the data directory with one file in it. */
async function withFile(name: string, content: string): Promise<BackendOptions> {
  await mkdir(dataDir);
  await writeFile(join(dataDir, name), content);
  return {};
}

/** Makes the data directory with a database, in which a statement was run. */
async function withDatabase(statement: string): Promise<BackendOptions> {
  dataDir = await freshDataDir();
  const database = await PGlite.create(join(dataDir, "database"));
  await database.exec(statement);
  await database.close();
  afterThisTest.push(() => rm(dataDir, { recursive: true }));
  return {};
}

/** Makes the data directory with other secrets in it. */
async function withSecrets(change: object | null): Promise<BackendOptions> {
  dataDir = await freshDataDir();
  const file = join(dataDir, "secrets.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, change === null ? "{}" : JSON.stringify({ ...kept, ...change }));
  afterThisTest.push(() => rm(dataDir, { recursive: true }));
  return {};
}

const WELL_KNOWN = "super-secret-jwt-token-with-at-least-32-characters-long";
const OTHER_VERSION = /^The data directory \S+ was made by another major version/;
const me = "postgres://me:hidden@";

test.each<[why: string, sentence: RegExp, make: () => BackendOptions | Promise<BackendOptions>]>([
  [
    "on a port in use",
    /^Port \d+ of 127\.0\.0\.1 is in use/,
    async () => ({ port: await silentPort() }),
  ],
  [
    "on an address of another machine",
    /^Cannot listen on 203\.0\.113\.1/,
    () => ({ env: { HOST: "203.0.113.1", DEMO: "0" } }),
  ],
  [
    "with a data directory below a file",
    /^The data directory \S+ cannot be written: .+\.$/,
    async () => {
      await writeFile(join(folder, "file"), "");
      return { dataDir: join(folder, "file", "data") };
    },
  ],
  [
    "with a data directory that cannot be written",
    /^The data directory \/proc\/data cannot be written: .+\.$/,
    () => ({ dataDir: "/proc/data" }),
  ],
  [
    "with a data directory of an older format",
    OTHER_VERSION,
    () => withFile("format.json", '{"format":1,"postgres":18}'),
  ],
  [
    "with a data directory of an older PostgreSQL",
    OTHER_VERSION,
    () => withFile("format.json", '{"format":2,"postgres":17}'),
  ],
  [
    "with a data directory whose format is damaged",
    /^The data directory \S+ has a damaged format\.json\.$/,
    () => withFile("format.json", "{"),
  ],
  [
    "on a database with another version of a migration",
    /^The database was made by another version .*_profiles\.sql is not what was applied/,
    () =>
      withDatabase(
        "update supabase_migrations.schema_migrations set statements[1] = statements[1] || ' ' where name = 'profiles'",
      ),
  ],
  [
    "on a database that a newer version has changed",
    /^The database was made by a newer version .*20990101000001_later, which this version does not know/,
    () =>
      withDatabase(
        "insert into supabase_migrations.schema_migrations (version, name) values ('20990101000001', 'later')",
      ),
  ],
  [
    "on a database that does not answer",
    /^The database at 127\.0\.0\.1:\d+\/work cannot be reached: (?!.*hidden)/,
    async () => ({ databaseUrl: `${me}127.0.0.1:${await silentPort()}/work` }),
  ],
  [
    "on a database that refuses connections",
    /^The database at 127\.0\.0\.1:1\/work cannot be reached: (?!.*hidden)/,
    () => ({ databaseUrl: `${me}127.0.0.1:1/work` }),
  ],
  [
    "on a database that is nowhere",
    /^The database at nowhere\.invalid\/work cannot be reached: /,
    () => ({ databaseUrl: `${me}nowhere.invalid/work` }),
  ],
  [
    "with demo accounts on a network",
    /^HOST=0\.0\.0\.0 needs DEMO=0/,
    () => ({ env: { HOST: "0.0.0.0" } }),
  ],
  [
    "with demo accounts behind a proxy",
    /^PUBLIC_URL=https:\/\/app\.example\.com needs DEMO=0/,
    () => ({ env: { PUBLIC_URL: "https://app.example.com" } }),
  ],
  [
    "with a well-known secret, on a network",
    /^The secrets file \S+ holds a secret that is short or well known/,
    async () => {
      await withSecrets({ jwtSecret: WELL_KNOWN });
      return { dataDir, env: { DEMO: "0", HOST: "0.0.0.0" } };
    },
  ],
  ["with a damaged secrets file", /^The secrets file \S+ is damaged/, () => withSecrets(null)],
])("the backend refuses to start %s", async (_, sentence, make) => {
  await expectRefusal(sentence, await make());
});

test("the backend refuses to start with a data directory that has other files in it", async () => {
  await withFile("letter.txt", "Dear");
  await expectRefusal(/holds other files \(letter\.txt\)/, {});
  expect(await readFile(join(dataDir, "letter.txt"), "utf8")).toBe("Dear");
});

test("the backend refuses to start with a data directory that another process has open", async () => {
  const first = await startBackend();
  await expectRefusal(/^The data directory \S+ is in use by another Field Agents process\.$/, {
    dataDir: first.dataDir,
  });
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
});

test("the backend refuses to start without the demo on a database with demo accounts", async () => {
  dataDir = await freshDataDir("demo");
  afterThisTest.push(() => rm(dataDir, { recursive: true }));
  await expectRefusal(/^This database holds the demo accounts/, { env: { DEMO: "0" } });

  // Once nobody can sign in with the public password, it is a deployment like any other.
  const demo = await startBackend({ dataDir });
  const people = await rest<{ id: string }[]>(demo, "service", "GET", "profiles?select=id");
  const { id: user_id } = await addPerson(demo);
  await rest(demo, "service", "POST", "user_roles", { user_id, role: "super_admin" });
  for (const { id } of people.body) {
    const address = `${demo.url}/auth/v1/admin/users/${id}`;
    const removed = await fetch(address, {
      method: "DELETE",
      headers: { apikey: demo.secretKey },
    });
    expect(removed.status).toBe(200);
  }
  await demo.stop();
  const own = await startBackend({ dataDir, env: { DEMO: "0" } });
  expect(await (await fetch(`${own.url}/config.json`)).json()).toMatchObject({ demo: false });
  await own.stop();
});

test("every wrong setting has its sentence, and no value of an unknown one is shown", async () => {
  const env = { PORT: "http", DEMO: "maybe", STORAGE_S4_KEY: "hidden" };
  const { code, output } = await runToEnd({ dataDir, env });
  expect(output).toMatch(/^PORT must be .*\nDEMO must be .*\nSTORAGE_S4_KEY is no setting\./);
  expect(output).not.toContain("hidden");
  expect(code).toBe(1);
});
