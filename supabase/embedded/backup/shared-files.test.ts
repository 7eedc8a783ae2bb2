// @module-tag night
// @module-tag long

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rest, signIn, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  type Contents,
  command,
  demoBackup,
  entryOf,
  type Place,
} from "#tests/support/backup-commands.ts";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { killAll, processTree } from "#tests/support/process-tree.ts";
import { DEMO, headersOf } from "#tests/support/running-backend.ts";
import { asOwner } from "#tests/support/signing-keys.ts";

/** The backup's files were in a data directory. */
const demo = demoBackup();
let objects: ObjectStore;
let all: Contents;
beforeAll(async () => {
  objects = await startObjectStore();
  all = await entryOf<Contents>(demo.archive, "contents.json");
});
afterAll(() => objects?.stop());

const rootOf = async (place: Place) =>
  (await asOwner<{ root: string }>(place, "select root from embedded_server.file_root"))[0]?.root;

test.each([
  ["an object store", () => objects.env],
  ["a shared directory", () => ({ STORAGE_DIR: join(demo.directory, "shared") })],
])("%s is filled by a restore, and a backup of it can be restored anywhere", async (kind, env) => {
  const place = await demo.onPostgres(`filled by ${kind}`, env());
  await command("restore", place, demo.archive);
  expect(await readdir(place.dataDir)).not.toContain("storage");
  // Another server, with nothing of its own, makes the same backup.
  const elsewhere = { ...place, dataDir: join(demo.directory, `elsewhere of ${kind}`) };
  expect(await demo.contentsOf(elsewhere, `${kind}.tgz`)).toEqual(all);
  const home = { dataDir: join(demo.directory, `home of ${kind}`) };
  await command("restore", home, join(demo.directory, `${kind}.tgz`));
  expect(await demo.contentsOf(home, `${kind} at home.tgz`)).toEqual(all);

  const backend = await startBackend({ ...place, env: { ...env(), DEMO: "1" } });
  const { accessToken } = await signIn(backend, "tech@demo.example", DEMO);
  const path = "knowledge_base?select=file_path";
  const found = await rest<{ file_path: string }[]>(backend, accessToken, "GET", path);
  for (const { file_path } of found.body) {
    const url = `${backend.url}/storage/v1/object/knowledge-base/${file_path}`;
    const file = await fetch(url, { headers: headersOf(backend, accessToken) });
    expect([file.status, (await file.bytes()).length > 0]).toEqual([200, true]);
  }
  expect(found.body.length).toBeGreaterThan(3);
  await backend.stop();
});

test("a restore takes the place of the old files, and until then leaves them", async () => {
  const place = await demo.onPostgres("replaced", objects.env);
  await command("restore", place, demo.archive);
  // The database is not what the archive holds.
  await asOwner(place, "insert into public.companies (name) values ('Another company')");
  const old = await demo.contentsOf(place, "old.tgz");
  const oldRoot = (await rootOf(place)) ?? "";
  const before = new Set(objects.requests());
  const fresh = () =>
    objects.requests().filter((it) => !before.has(it) && /^PUT .*\/\w{2}\//.test(it));

  // Killed while the files are being stored.
  const killed = beginCommand("restore", place, demo.archive, "--replace");
  await expect.poll(() => fresh().length, { interval: 5 }).toBeGreaterThan(0);
  killAll(processTree(killed.child.pid ?? 0));
  await killed.ended;
  expect(await demo.contentsOf(place, "after a kill.tgz")).toEqual(old);

  await command("restore", place, demo.archive, "--replace");
  expect(await demo.contentsOf(place, "replaced.tgz")).toEqual(all);
  expect(await rootOf(place)).not.toBe(oldRoot);
  const sent = (method: string) =>
    objects.requests().filter((it) => it.startsWith(`${method} `) && it.includes(oldRoot));
  // All files, and what marks the root.
  expect(sent("DELETE")).toHaveLength(sent("PUT").length);
});

test("a server with another store refuses to start, and says where files are missing", async () => {
  const { databaseUrl, ...place } = await demo.onPostgres("moved", objects.env);
  await command("restore", { ...place, databaseUrl }, demo.archive);
  for (const [where, env] of [
    ["the data directory", {}],
    ["STORAGE_DIR", { STORAGE_DIR: join(demo.directory, "not mounted") }],
    ["the bucket field-agents", { ...objects.env, STORAGE_S3_PREFIX: "elsewhere" }],
  ] as const) {
    const started = startBackend({ databaseUrl, env: { DEMO: "1", ...env } });
    await expect(started).rejects.toThrow(`The files of this database are not in ${where}`);
  }
});
