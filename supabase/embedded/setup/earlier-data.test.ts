// @module-tag rest

import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDataDir, rest, sharedSecrets, signIn, startBackend } from "#tests/support/backend.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { DEMO, headersOf } from "#tests/support/running-backend.ts";
import { asOwner } from "#tests/support/signing-keys.ts";

let postgres: PostgresServer;
let databaseUrl: string;
/** Of a server whose secrets and files were in its data directory alone. */
let dataDir: string;
let emptyDir: string;
beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createDatabase();
  [dataDir, emptyDir] = await Promise.all([freshDataDir(), freshDataDir()]);
});
afterAll(async () => {
  await postgres?.stop();
  for (const path of [dataDir, emptyDir]) await rm(path, { recursive: true, force: true });
});

const start = (directory: string) =>
  startBackend({ databaseUrl, dataDir: directory, env: { DEMO: "1" } });

const secretsIn = async (directory: string) =>
  JSON.parse(await readFile(join(directory, "secrets.json"), "utf8"));

test("secrets and files of an earlier server stay, and other servers must find both", async () => {
  const kept = await secretsIn(dataDir);
  const first = await start(dataDir);
  const { accessToken } = await signIn(first, "tech@demo.example", DEMO);
  expect(first.output()).not.toContain("is not used");
  await first.stop();
  // Nobody is signed out, and an earlier version still finds its file.
  expect(await sharedSecrets(databaseUrl)).toEqual(kept);
  expect(await secretsIn(dataDir)).toEqual(kept);

  // What a server has left that knew no root of files yet.
  await asOwner({ dataDir, databaseUrl }, "delete from embedded_server.file_root");
  await rm(join(dataDir, "storage", "root"));
  const refused = start(emptyDir);
  await expect(refused).rejects.toThrow("The files of this database are not in the data directory");

  const second = await start(dataDir);
  const path = "knowledge_base?select=file_path&limit=1";
  const found = await rest<{ file_path: string }[]>(second, accessToken, "GET", path);
  expect(found.status).toBe(200);
  const address = `${second.url}/storage/v1/object/knowledge-base/${found.body[0]?.file_path}`;
  const file = await fetch(address, { headers: headersOf(second, accessToken) });
  expect(file.status).toBe(200);
  await file.body?.cancel();
  await second.stop();
});

test("a file with other secrets is told of, and does not sign anybody out", async () => {
  const kept = await sharedSecrets(databaseUrl);
  const other = { ...kept, jwtSecret: [...kept.jwtSecret].reverse().join("") };
  await writeFile(join(dataDir, "secrets.json"), JSON.stringify(other));
  const backend = await start(dataDir);
  expect(backend.output()).toContain("is not used: the database holds other secrets");
  const { accessToken } = await signIn(backend, "tech@demo.example", DEMO);
  expect((await rest(backend, accessToken, "GET", "profiles?select=id")).status).toBe(200);
  await backend.stop();
  expect(await sharedSecrets(databaseUrl)).toEqual(kept);
  expect(await secretsIn(dataDir)).toEqual(other);
});

test.each(
  ["anon", "authenticated", "service_role"].flatMap((role) =>
    ["secrets", "file_root"].map((table) => [role, table] as const),
  ),
)("%s cannot read what servers keep for themselves in %s", async (role, table) => {
  const statement = `set role ${role}; select * from embedded_server.${table}`;
  await expect(asOwner({ dataDir, databaseUrl }, statement)).rejects.toMatchObject({
    code: "42501",
  });
});
