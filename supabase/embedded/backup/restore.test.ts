// @module-tag rest
// @module-tag long

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type Place, rest, signIn, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  command,
  demoBackup,
  rewritten,
  stateOf,
} from "#tests/support/backup-commands.ts";
import { PASSWORD } from "#tests/support/running-backend.ts";

/** Made by the last version that wrote archives of format 1. */
const EARLIER = fileURLToPath(new URL("../../../tests/fixtures/backup-1.tgz", import.meta.url));

const demo = demoBackup();
const at = (name: string) => join(demo.directory, name);
/** What the command prints that is refused. */
async function refused(...all: Parameters<typeof beginCommand>): Promise<string> {
  const { code, output } = await beginCommand(...all).ended;
  expect(code).toBe(1);
  return output.trim();
}

test("a backup is restored whole, and to an empty place alone", async () => {
  const place = await demo.onPostgres("filled");
  const old = await startBackend({ ...place, env: { DEMO: "1" } });
  expect(await refused("restore", place, demo.archive)).toContain("is in use");
  // Nor into the database of a server that has another data directory.
  const elsewhere = { ...place, dataDir: at("another") };
  expect(await refused("restore", elsewhere, demo.archive)).toMatch(
    /^Another Field Agents server works on the database at .*: stop it first\.$/,
  );
  await old.stop();
  expect(await refused("restore", place, demo.archive)).toMatch(
    /^The database at DATABASE_URL holds data already/,
  );

  const home = { dataDir: at("home") };
  await command("restore", home, demo.archive);
  expect(await stateOf(home)).toEqual(demo.state);
  expect(await refused("restore", home, demo.archive)).toMatch(
    /^The data directory .* holds data already/,
  );
});

test("the backup of PostgreSQL is restored to PostgreSQL, and to nothing else", async () => {
  const place = await demo.onPostgres("first");
  await command("restore", place, demo.archive);
  expect(await stateOf(place)).toEqual(demo.state);
  await command("backup", place, at("of-postgres.tgz"));
  const next = await demo.onPostgres("second");
  await command("restore", next, at("of-postgres.tgz"));
  expect(await stateOf(next)).toEqual(demo.state);

  const home = { dataDir: at("no-home") };
  expect(await refused("restore", home, at("of-postgres.tgz"))).toMatch(
    /^This is the backup of a PostgreSQL database: set DATABASE_URL/,
  );
  expect(existsSync(join(home.dataDir, "storage"))).toBe(false);
});

test.each<[kind: string, make: () => Promise<Place>]>([
  ["PGlite", async () => ({ dataDir: at("earlier") })],
  ["PostgreSQL", () => demo.onPostgres("earlier-on-postgres")],
])("an archive of an earlier version is restored to %s", async (_, make) => {
  const place = await make();
  await command("restore", place, EARLIER);
  const backend = await startBackend({ ...place, env: { DEMO: "0" } });
  await signIn(backend, "owner@example.com", PASSWORD);
  const companies = await rest(backend, "service", "GET", "companies?select=name");
  expect(companies.body).toEqual([{ name: "The company of the fixture" }]);
  const file = await fetch(`${backend.url}/storage/v1/object/knowledge-base/fixture/a.txt`, {
    headers: { apikey: backend.secretKey },
  });
  expect(await file.text()).toBe("A file of the fixture.");
  await backend.stop();
});

/** The archive with the entries of these names changed; null removes one. */
const changed = (names: RegExp, change: (text: string) => string | null) =>
  rewritten(demo.archive, (name, bytes) => {
    if (!names.test(name)) return bytes;
    const text = change(new TextDecoder().decode(bytes));
    return text === null ? null : new TextEncoder().encode(text);
  });

test.each<[what: string, make: (bytes: Buffer) => Buffer | Promise<Buffer>]>([
  [
    "with a changed byte",
    (bytes) => {
      const half = bytes.length >> 1;
      bytes[half] = (bytes[half] ?? 0) ^ 0xff;
      return bytes;
    },
  ],
  ["that ends in the middle", (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ["that is none", () => Buffer.from("something else")],
  ["without a manifest", () => changed(/^manifest\.json$/, () => null)],
])("an archive %s is refused", async (_, make) => {
  const place = { dataDir: at("damaged-home") };
  await writeFile(at("damaged.tgz"), await make(await readFile(demo.archive)));
  expect(await refused("restore", place, at("damaged.tgz"))).toMatch(
    /^The backup .* is damaged .*: nothing was changed\.$/m,
  );
  for (const part of ["database", "storage", "secrets.json", "restore.new"]) {
    expect(existsSync(join(place.dataDir, part))).toBe(false);
  }
});

test("an archive of a newer version is refused in words", async () => {
  const place = { dataDir: at("newer-home") };
  const manifest = (change: (manifest: Record<string, unknown>) => unknown) =>
    changed(/^manifest\.json$/, (text) => JSON.stringify(change(JSON.parse(text))));
  const migration = { version: "20990101000001", name: "later" };
  for (const archive of [
    manifest((it) => ({ ...it, migrations: [...(it.migrations as unknown[]), migration] })),
    manifest((it) => ({ ...it, format: 99 })),
  ]) {
    await writeFile(at("newer.tgz"), await archive);
    expect(await refused("restore", place, at("newer.tgz"))).toMatch(
      /^The backup .* was made by a newer version of Field Agents/m,
    );
  }
  expect(existsSync(join(place.dataDir, "database"))).toBe(false);
});

test("a backup says what is missing, and never overwrites a file", async () => {
  const nowhere = await refused("backup", { dataDir: at("none") }, "x.tgz");
  expect(nowhere).toMatch(/^There is nothing to back up in .*\/none: set DATA_DIR/);
  expect(existsSync(at("none"))).toBe(false);
  const home = { dataDir: demo.directory };
  expect(await refused("backup", home, demo.archive)).toContain("exists already");
  const sentence = "Say where the backup goes: npm run backup -- FILE";
  expect(await refused("backup", home)).toBe(sentence);
});
