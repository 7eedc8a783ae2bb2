// @module-tag rest
// @module-tag long

import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { freshDataDir, rest, runToEnd, startBackend } from "#tests/support/backend.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "field-agents-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

/**
 * Starts the backend and expects exit code 1, one sentence that matches, and nothing on standard
 * output.
 */
async function expectRefusal(
  sentence: RegExp,
  options: Partial<Parameters<typeof runToEnd>[0]>,
): Promise<void> {
  const startedAt = performance.now();
  const { code, output } = await runToEnd({ dataDir: join(folder, "data"), ...options });
  expect(output.trim()).toMatch(sentence);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(30_000);
}

/** A port on which nothing but a silent server listens, until it is closed. */
async function listenSilently(): Promise<{ port: number; close(): void }> {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, close: () => void server.close() };
}

test("the backend refuses to start on a port in use", async () => {
  const taken = await listenSilently();
  await expectRefusal(/^Port \d+ of 127\.0\.0\.1 is in use/, { port: taken.port });
  taken.close();
});

test("the backend refuses to start on an address of another machine", async () => {
  await expectRefusal(/^Cannot listen on 203\.0\.113\.1/, {
    env: { HOST: "203.0.113.1", DEMO: "0" },
  });
});

test("the backend refuses to start with a data directory that cannot be written", async () => {
  await writeFile(join(folder, "file"), "");
  await expectRefusal(/^The data directory \S+ cannot be written: .+\.$/, {
    dataDir: join(folder, "file", "data"),
  });
  await expectRefusal(/^The data directory \/proc\/data cannot be written: .+\.$/, {
    dataDir: "/proc/data",
  });
});

test("the backend refuses to start with a data directory that has other files in it", async () => {
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "letter.txt"), "Dear");
  await expectRefusal(/holds other files \(letter\.txt\)/, {});
  expect(await readFile(join(folder, "data", "letter.txt"), "utf8")).toBe("Dear");
});

test("the backend refuses to start with a data directory of another major version", async () => {
  await mkdir(join(folder, "data"));
  for (const marker of [
    { format: 1, postgres: 18 },
    { format: 2, postgres: 17 },
  ]) {
    await writeFile(join(folder, "data", "format.json"), JSON.stringify(marker));
    await expectRefusal(/^The data directory \S+ was made by another major version/, {});
  }
  await writeFile(join(folder, "data", "format.json"), "{");
  await expectRefusal(/^The data directory \S+ has a damaged format\.json\.$/, {});
});

test("the backend refuses to start on a database with another version of a migration", async () => {
  const dataDir = await freshDataDir();
  const database = await PGlite.create(join(dataDir, "database"));
  await database.exec(
    "update supabase_migrations.schema_migrations set statements[1] = statements[1] || ' ' where name = 'profiles'",
  );
  await database.close();
  await expectRefusal(
    /^The database was made by another version .*_profiles\.sql is not what was applied/,
    { dataDir },
  );
  await rm(dataDir, { recursive: true });
});

test("the backend refuses to start on a database that a newer version has changed", async () => {
  const dataDir = await freshDataDir();
  const database = await PGlite.create(join(dataDir, "database"));
  await database.exec(
    "insert into supabase_migrations.schema_migrations (version, name) values ('20990101000001', 'later')",
  );
  await database.close();
  await expectRefusal(
    /^The database was made by a newer version .*20990101000001_later, which this version does not know/,
    { dataDir },
  );
  await rm(dataDir, { recursive: true });
});

test("the backend refuses to start with a data directory that another process has open", async () => {
  const dataDir = await freshDataDir("demo");
  const first = await startBackend({ dataDir });
  await expectRefusal(/^The data directory \S+ is in use by another Field Agents process\.$/, {
    dataDir,
  });
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  expect(await first.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
});

test("the backend refuses to start if its database refuses connections or does not answer", async () => {
  const silent = await listenSilently();
  await expectRefusal(/^The database at 127\.0\.0\.1:\d+\/work cannot be reached: /, {
    databaseUrl: `postgres://me:hidden@127.0.0.1:${silent.port}/work`,
  });
  silent.close();
  await expectRefusal(/^The database at 127\.0\.0\.1:1\/work cannot be reached: (?!.*hidden)/, {
    databaseUrl: "postgres://me:hidden@127.0.0.1:1/work",
  });
  await expectRefusal(/^The database at nowhere\.invalid\/work cannot be reached: /, {
    databaseUrl: "postgres://me@nowhere.invalid/work",
  });
});

test("the backend refuses to serve demo accounts on a network or behind a proxy", async () => {
  await expectRefusal(/^HOST=0\.0\.0\.0 needs DEMO=0/, { env: { HOST: "0.0.0.0" } });
  await expectRefusal(/^PUBLIC_URL=https:\/\/app\.example\.com needs DEMO=0/, {
    env: { PUBLIC_URL: "https://app.example.com" },
  });
});

test("the backend refuses a first password that is easy to guess, on a network", async () => {
  await expectRefusal(/^SUPER_ADMIN_PASSWORD is the demo's, which is public/, {
    env: {
      DEMO: "0",
      PUBLIC_URL: "https://app.example.com",
      SUPER_ADMIN_EMAIL: "boss@company.example",
      SUPER_ADMIN_PASSWORD: "Field-Demo-Field-Demo",
    },
  });
});

test("the backend refuses a well-known secret, on a network", async () => {
  const dataDir = await freshDataDir();
  const file = join(dataDir, "secrets.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  const jwtSecret = "super-secret-jwt-token-with-at-least-32-characters-long";
  await writeFile(file, JSON.stringify({ ...kept, jwtSecret }));
  await expectRefusal(/^The secrets file \S+ holds a secret that is short or well known/, {
    dataDir,
    env: { DEMO: "0", HOST: "0.0.0.0" },
  });
  await rm(dataDir, { recursive: true });
});

test("the backend refuses to start without the demo on a database with demo accounts", async () => {
  const dataDir = await freshDataDir("demo");
  await expectRefusal(/^This database holds the demo accounts/, { dataDir, env: { DEMO: "0" } });

  // Once nobody can sign in with the public password, it is a deployment like any other.
  const demo = await startBackend({ dataDir });
  const users = (method: string, path: string, body?: object) =>
    fetch(`${demo.url}/auth/v1/admin/users${path}`, {
      method,
      headers: { apikey: demo.secretKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const people = await rest<{ id: string }[]>(demo, "service", "GET", "profiles?select=id");
  const owner = { email: "owner@example.com", password: "a long password", email_confirm: true };
  const { id: user_id } = await (await users("POST", "", owner)).json();
  await rest(demo, "service", "POST", "user_roles", { user_id, role: "super_admin" });
  for (const { id } of people.body) expect((await users("DELETE", `/${id}`)).status).toBe(200);
  await demo.stop();
  const own = await startBackend({ dataDir, env: { DEMO: "0" } });
  expect(await (await fetch(`${own.url}/config.json`)).json()).toMatchObject({ demo: false });
  await own.stop();
  await rm(dataDir, { recursive: true });
});

test.each([
  [{ PORT: "http" }, /^PORT must be a whole number from 0 to 65535, not "http"\.$/m],
  [{ PORT: "70000" }, /^PORT must be/],
  [{ DEMO: "maybe" }, /^DEMO must be 1 or 0, not "maybe"\.$/m],
  [{ PUBLIC_URL: "app.example.com" }, /^PUBLIC_URL must be an address/],
  [{ DATABASE_URL: "mysql://root:hidden@db/work" }, /^DATABASE_URL must be an address(?!.*hidden)/],
  [{ CLIENT_ADDRESS_HEADER: "X Real IP" }, /^CLIENT_ADDRESS_HEADER must be the name of a header/],
  [{ JWT_EXPIRY_SECONDS: "1" }, /^JWT_EXPIRY_SECONDS must be a whole number from 5 to 604800/],
  [{ DEMO: "0", SUPER_ADMIN_EMAIL: "a@b.c" }, /^SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD go/],
  [
    { DEMO: "0", SUPER_ADMIN_EMAIL: "a@b.c", SUPER_ADMIN_PASSWORD: "short" },
    /^SUPER_ADMIN_PASSWORD is not taken\. At least 10 characters, and none of the commonest passwords\.$/m,
  ],
  [{ AI_PACE_PER_DAY: "lots" }, /^AI_PACE_PER_DAY must be a whole number/],
  [{ AI_CHATMODEL: "one" }, /^AI_CHATMODEL is no setting\. Known are AI_/],
])("the backend refuses to start with invalid settings: %o", async (env, sentence) => {
  await expectRefusal(sentence, { env });
});

test("every wrong setting has its sentence, and no value of an unknown one is shown", async () => {
  const env = { PORT: "http", DEMO: "maybe", STORAGE_S4_KEY: "hidden" };
  const { code, output } = await runToEnd({ dataDir: join(folder, "data"), env });
  expect(output).toMatch(/^PORT must be .*\nDEMO must be .*\nSTORAGE_S4_KEY is no setting\./);
  expect(output).not.toContain("hidden");
  expect(code).toBe(1);
});

test("the backend refuses to start with a damaged secrets file", async () => {
  const dataDir = await freshDataDir();
  await chmod(join(dataDir, "secrets.json"), 0o600);
  await writeFile(join(dataDir, "secrets.json"), "{}");
  await expectRefusal(/^The secrets file \S+ is damaged/, { dataDir });
  await rm(dataDir, { recursive: true });
});
