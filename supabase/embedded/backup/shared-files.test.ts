// @module-tag rest
// @module-tag long

import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDataDir, rest, signIn, startBackend } from "#tests/support/backend.ts";
import { beginCommand, command, entryOf, type Place } from "#tests/support/backup-commands.ts";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { killAll, processTree } from "#tests/support/process-tree.ts";

let directory: string;
let postgres: PostgresServer;
let objects: ObjectStore;
/** A backup of the demo, whose files were in a data directory. */
let archive: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-shared-files-"));
  archive = join(directory, "demo.tgz");
  const dataDir = await freshDataDir("demo");
  await command("backup", { dataDir }, archive);
  await rm(dataDir, { recursive: true });
  [postgres, objects] = await Promise.all([startPostgres(), startObjectStore()]);
});
afterAll(async () => {
  await Promise.all([postgres?.stop(), objects?.stop()]);
  await rm(directory, { recursive: true, force: true });
});

interface Contents {
  files: { count: number };
}

const onPostgres = async (name: string, env: Record<string, string>): Promise<Place> => ({
  ...{ dataDir: join(directory, name), databaseUrl: await postgres.createDatabase() },
  env,
});

/** What the tables and files of a place are, by a backup of it. */
async function contentsOf(place: Place, name: string): Promise<Contents> {
  const path = join(directory, name);
  await command("backup", place, path);
  return await entryOf<Contents>(path, "contents.json");
}

async function rootOf(place: Place): Promise<string> {
  const client = new pg.Client(place.databaseUrl);
  await client.connect();
  const { rows } = await client.query("select root from embedded_server.file_root");
  await client.end();
  return rows[0].root;
}

/** The files that the object store was given below a root, as names. */
const uploadsTo = (root: string) =>
  objects.requests().filter((it) => it.startsWith("PUT ") && it.includes(root));

/** Names another company, so that the database is not what the archive holds. */
async function change(place: Place, name: string): Promise<void> {
  const backend = await startBackend({ ...place, env: { ...place.env, DEMO: "1" } });
  const { status } = await rest(backend, "service", "POST", "companies", { name });
  await backend.stop();
  expect(status).toBe(201);
}

test.each([
  ["an object store", () => objects.env],
  ["a shared directory", () => ({ STORAGE_DIR: join(directory, "shared") })],
] as const)(
  "%s is filled by a restore, and a backup of it can be restored anywhere",
  async (kind, env) => {
    const all = await entryOf<Contents>(archive, "contents.json");
    expect(all.files.count).toBeGreaterThan(3);
    const place = await onPostgres(`filled by ${kind}`, env());
    await command("restore", place, archive);
    expect(await readdir(place.dataDir)).not.toContain("storage");
    const copy = join(directory, `${kind}.tgz`);
    await command("backup", place, copy);
    expect(await entryOf(copy, "contents.json")).toEqual(all);

    // Another server, with nothing of its own, makes the same backup.
    const elsewhere = { ...place, dataDir: join(directory, `elsewhere of ${kind}`) };
    expect(await contentsOf(elsewhere, `${kind} elsewhere.tgz`)).toEqual(all);

    const home: Place = { dataDir: join(directory, `home of ${kind}`) };
    await command("restore", home, copy);
    expect(await contentsOf(home, `${kind} at home.tgz`)).toEqual(all);
    const small: Place = { dataDir: join(directory, `small of ${kind}`), env: env() };
    await command("restore", small, copy);
    expect(await contentsOf(small, `${kind} in small.tgz`)).toEqual(all);

    const backend = await startBackend({ ...place, env: { ...env(), DEMO: "1" } });
    const { accessToken } = await signIn(backend, "tech@demo.example", "field-demo");
    const found = await rest<{ file_path: string }[]>(
      backend,
      accessToken,
      "GET",
      "knowledge_base?select=file_path",
    );
    for (const { file_path } of found.body) {
      const url = `${backend.url}/storage/v1/object/knowledge-base/${file_path}`;
      const headers = { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` };
      const file = await fetch(url, { headers });
      expect([file.status, (await file.bytes()).length > 0]).toEqual([200, true]);
    }
    expect(found.body.length).toBeGreaterThan(3);
    await backend.stop();
  },
);

test("a restore takes the place of the old files, and until then leaves them", async () => {
  const place = await onPostgres("replaced", objects.env);
  await command("restore", place, archive);
  await change(place, "Another company");
  const old = await contentsOf(place, "old.tgz");
  const oldRoot = await rootOf(place);
  const before = new Set(objects.requests());
  const fresh = () =>
    objects.requests().filter((it) => !before.has(it) && /^PUT .*\/\w{2}\//.test(it));

  // Killed while the files are being stored.
  const killed = beginCommand("restore", place, archive, "--replace");
  await expect.poll(() => fresh().length, { interval: 5 }).toBeGreaterThan(0);
  killAll(processTree(killed.child.pid ?? 0));
  await killed.ended;
  expect(await contentsOf(place, "after a kill.tgz")).toEqual(old);

  // Refused by the store in the middle.
  const seen = fresh().length;
  const refused = beginCommand("restore", place, archive, "--replace");
  await expect.poll(() => fresh().length, { interval: 5 }).toBeGreaterThan(seen);
  objects.refuse(503);
  const { code } = await refused.ended;
  objects.refuse(undefined);
  expect(code).toBe(1);
  expect(await contentsOf(place, "after a refusal.tgz")).toEqual(old);
  expect(await rootOf(place)).toBe(oldRoot);

  await command("restore", place, archive, "--replace");
  const all = await entryOf<Contents>(archive, "contents.json");
  expect(await contentsOf(place, "replaced.tgz")).toEqual(all);
  expect(await rootOf(place)).not.toBe(oldRoot);
  const removed = objects
    .requests()
    .filter((it) => it.startsWith("DELETE ") && it.includes(oldRoot));
  // All files, and what marks the root.
  expect(removed).toHaveLength(uploadsTo(oldRoot).length);
});

test("a backup breaks off when the store cannot be asked, instead of leaving files out", async () => {
  const place = await onPostgres("ill", objects.env);
  await command("restore", place, archive);
  // The root is found, its files are not.
  objects.refuse(500, /[0-9a-f]{64}$/);
  const { code, output } = await beginCommand("backup", place, join(directory, "ill.tgz")).ended;
  objects.refuse(undefined);
  expect([code, output]).toEqual([1, expect.stringContaining("The object store answers 500")]);
  expect(await readdir(directory)).not.toContain("ill.tgz");
});

test("a server that is told of another store refuses to start, and says where files are missing", async () => {
  const place = await onPostgres("moved", objects.env);
  await command("restore", place, archive);
  const start = (env: Record<string, string>) =>
    startBackend({ databaseUrl: place.databaseUrl ?? "", env: { DEMO: "1", ...env } });
  await expect(start({})).rejects.toThrow(
    "The files of this database are not in the data directory",
  );
  await expect(start({ STORAGE_DIR: join(directory, "not mounted") })).rejects.toThrow(
    "The files of this database are not in STORAGE_DIR",
  );
  await expect(start({ ...objects.env, STORAGE_S3_PREFIX: "elsewhere" })).rejects.toThrow(
    "The files of this database are not in the bucket field-agents",
  );
  const backend = await start(objects.env);
  await backend.stop();
});
