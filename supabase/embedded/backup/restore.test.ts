// @module-tag rest
// @module-tag long

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rest, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  type Contents,
  command,
  demoBackup,
  entriesOf,
  entryOf,
  type Place,
  rewritten,
} from "#tests/support/backup-commands.ts";

const demo = demoBackup();
const contents = (archive = demo.archive) => entryOf<Contents>(archive, "contents.json");
const at = (name: string) => join(demo.directory, name);
/** What the command prints that is refused. */
async function refused(...all: Parameters<typeof beginCommand>): Promise<string> {
  const { code, output } = await beginCommand(...all).ended;
  expect(code).toBe(1);
  return output.trim();
}

test("a restore takes the place of data only when it is told to, and of all of it", async () => {
  const place = await demo.onPostgres("replaced");
  const old = await startBackend({ ...place, env: { DEMO: "1" } });
  await rest(old, "service", "POST", "companies", { name: "The old one" });
  const replace = ["restore", place, demo.archive, "--replace"] as const;
  expect(await refused(...replace)).toContain("is in use");
  // Nor by a server that has another data directory.
  const elsewhere = { ...place, dataDir: at("another") };
  expect(await refused("restore", elsewhere, demo.archive, "--replace")).toMatch(
    /^The database at .* is in use \(\d+ other connections?\)/,
  );
  await old.stop();
  expect(await refused("restore", place, demo.archive)).toMatch(
    /^The database at .* holds data already: add --replace/,
  );
  await command(...replace);
  expect(await demo.contentsOf(place, "replaced.tgz")).toEqual(await contents());

  const home = { dataDir: at("replaced-home") };
  await command("restore", home, demo.archive);
  expect(await refused("restore", home, demo.archive)).toMatch(
    /^The data directory .* holds data already: add --replace/,
  );
  await command("restore", home, demo.archive, "--replace");
});

const JWT_SECRET = /"jwtSecret": "./;
const changedSecrets = (text: string) => text.replace(JWT_SECRET, '"jwtSecret": "#');
const withoutFirstRow = (text: string) => text.split("\n").slice(1).join("\n");

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
  ["that is empty", () => Buffer.alloc(0)],
  ["without an end", () => changed(/^contents\.json$/, () => null)],
  ["without one of its files", () => changed(/^files\/000002/, () => null)],
  ["without a row", () => changed(/^tables\/public\.profiles\//, withoutFirstRow)],
  ["with other secrets", () => changed(/^secrets\.json$/, changedSecrets)],
])("an archive %s is refused", async (_, make) => {
  const { place } = await oldHome();
  await writeFile(at("damaged.tgz"), await make(await readFile(demo.archive)));
  expect(await refused("restore", place, at("damaged.tgz"), "--replace")).toMatch(
    /^The backup .* is damaged .*: nothing was changed\.$/m,
  );
});

test("after archives were refused, the old state is whole", async () => {
  const { place, before } = await oldHome();
  expect(await demo.contentsOf(place, "after-damage.tgz")).toEqual(before);
});

let home: Promise<{ place: Place; before: Contents }> | undefined;
function oldHome() {
  home ??= (async () => {
    const place = { dataDir: at("damaged-home") };
    await command("restore", place, demo.archive);
    return { place, before: await demo.contentsOf(place, "before-damage.tgz") };
  })();
  return home;
}

/** The archive with the entries of these names changed; null removes one. */
const changed = (names: RegExp, change: (text: string) => string | null) =>
  rewritten(demo.archive, (name, bytes) => {
    if (!names.test(name)) return bytes;
    const text = change(new TextDecoder().decode(bytes));
    return text === null ? null : new TextEncoder().encode(text);
  });

test("an archive of a newer version is refused in words", async () => {
  const place = { dataDir: at("newer-home") };
  const manifest = (change: (manifest: Record<string, unknown>) => unknown) =>
    changed(/^manifest\.json$/, (text) => JSON.stringify(change(JSON.parse(text))));
  const migration = { version: "20990101000001", name: "later", sha256: "0".repeat(64) };
  const table = "tables/public.companies/000001.jsonl";
  const rows = new TextDecoder().decode((await entriesOf(demo.archive)).get(table));
  const wider = rows.replaceAll('"name":', '"later":"","name":');
  const widened = await contents();
  const companies = widened.tables["public.companies"];
  if (companies) companies.sha256 = createHash("sha256").update(wider).digest("hex");
  for (const archive of [
    manifest((it) => ({ ...it, migrations: [...(it.migrations as unknown[]), migration] })),
    manifest((it) => ({ ...it, format: 99 })),
    changed(/^(contents\.json|tables\/public\.companies\/.*)$/, (text) =>
      text === rows ? wider : JSON.stringify(widened),
    ),
  ]) {
    await writeFile(at("newer.tgz"), await archive);
    expect(await refused("restore", place, at("newer.tgz"))).toMatch(
      /^The backup .* was made by a newer version of Field Agents/m,
    );
  }
  expect(existsSync(join(place.dataDir, "database"))).toBe(false);
});

test("a backup waits for a file whose row is about to follow, and says which one is lost", async () => {
  const place = await demo.onPostgres("files");
  await command("restore", place, demo.archive);
  const all = await contents();
  const storage = join(place.dataDir, "storage");
  const [file = ""] = (await readdir(storage, { recursive: true })).filter((it) =>
    it.endsWith(".json"),
  );
  const [kept, away] = [join(storage, file), at("away.json")];
  await rename(kept, away);

  const waiting = beginCommand("backup", place, at("waited.tgz"));
  const attempts = async () =>
    (await readdir(place.dataDir)).filter((name) => /^backup\.[^.]+$/.test(name));
  await expect.poll(attempts, { interval: 10 }).toHaveLength(1);
  const [first = ""] = await attempts();
  await expect.poll(attempts, { interval: 10 }).not.toContain(first);
  await rename(away, kept);
  const { code, output } = await waiting.ended;
  expect([code, output]).toEqual([0, expect.not.stringContaining("was lost")]);
  expect(await contents(at("waited.tgz"))).toEqual(all);

  await rename(kept, away);
  const lossy = await command("backup", place, at("lossy.tgz"));
  expect(lossy).toMatch(/^The file of knowledge-base\/.+ was lost before: it is left out\.$/m);
  expect((await contents(at("lossy.tgz"))).files.count).toBe(all.files.count - 1);
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
