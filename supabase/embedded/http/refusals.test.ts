// @module-tag rest
// @module-tag long

import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import {
  type BackendOptions,
  copyDataTemplate,
  runToEnd,
  startBackend,
} from "#tests/support/backend.ts";
import { asOwner } from "#tests/support/signing-keys.ts";

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
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function withFile(name: string, content: string): Promise<BackendOptions> {
  await mkdir(dataDir);
  await writeFile(join(dataDir, name), content);
  return {};
}

async function withDatabase(statement: string): Promise<BackendOptions> {
  await copyDataTemplate("empty", dataDir);
  await asOwner({ dataDir }, statement);
  return {};
}

async function withSecrets(change: object | null, more: BackendOptions = {}) {
  await copyDataTemplate("empty", dataDir);
  const file = join(dataDir, "secrets.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, change === null ? "{}" : JSON.stringify({ ...kept, ...change }));
  return more;
}

const ofFormat = (content: string) => () => withFile("format.json", content);
const afterStatement = (statement: string) => () => withDatabase(statement);
const withEnv = (env: Record<string, string>) => () => ({ env });
const onDatabase = (host: string) => ({ databaseUrl: `postgres://me:hidden@${host}/work` });
const withWellKnownSecret = () =>
  withSecrets(
    { jwtSecret: "super-secret-jwt-token-with-at-least-32-characters-long" },
    { env: { DEMO: "0", HOST: "0.0.0.0" } },
  );
const laterMigration =
  "insert into supabase_migrations.schema_migrations (version, name) values ('20990101000001', 'later')";
const otherMigration =
  "update supabase_migrations.schema_migrations set statements[1] = statements[1] || ' ' where name = 'companies_and_people'";

test.each<[why: string, sentence: RegExp, make: () => BackendOptions | Promise<BackendOptions>]>([
  [
    "port in use",
    /^Port \d+ of 127\.0\.0\.1 is in use/,
    async () => ({ port: await silentPort() }),
  ],
  [
    "other machine's address",
    /^Cannot listen on 203\.0\.113\.1/,
    withEnv({ HOST: "203.0.113.1", DEMO: "0" }),
  ],
  [
    "unwritable data directory",
    /^The data directory \/proc\/data cannot be written: .+\.$/,
    () => ({ dataDir: "/proc/data" }),
  ],
  [
    "older format",
    /^The data directory \S+ was made by another major version/,
    ofFormat('{"format":1,"postgres":18}'),
  ],
  ["damaged format", /^The data directory \S+ has a damaged format\.json\.$/, ofFormat("{")],
  [
    "changed migration",
    /^The database was made by another version .*_companies_and_people\.sql is not what was applied/,
    afterStatement(otherMigration),
  ],
  [
    "newer migration",
    /^The database was made by a newer version .*20990101000001_later, which this version does not know/,
    afterStatement(laterMigration),
  ],
  [
    "silent database",
    /^The database at 127\.0\.0\.1:\d+\/work cannot be reached: (?!.*hidden)/,
    async () => onDatabase(`127.0.0.1:${await silentPort()}`),
  ],
  [
    "well-known secret on a network",
    /^The secrets file \S+ holds a secret that is short or well known/,
    withWellKnownSecret,
  ],
  ["damaged secrets file", /^The secrets file \S+ is damaged/, () => withSecrets(null)],
])("the backend refuses to start with this: %s", async (_, sentence, make) => {
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
