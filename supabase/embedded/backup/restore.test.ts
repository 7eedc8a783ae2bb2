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
  rewritten,
} from "#tests/support/backup-commands.ts";

const demo = demoBackup();

test("a restore takes the place of data only when it is told to, and of all of it", async () => {
  const place = await demo.onPostgres("replaced");
  const old = await startBackend({ ...place, env: { DEMO: "1" } });
  await rest(old, "service", "POST", "companies", { name: "The old one" });
  const running = await beginCommand("restore", place, demo.archive, "--replace").ended;
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining("is in use") });
  await old.stop();
  const asked = await beginCommand("restore", place, demo.archive).ended;
  expect(asked.output.trim()).toMatch(/^The database at .* holds data already: add --replace/);
  await command("restore", place, demo.archive, "--replace");
  expect(await demo.contentsOf(place, "replaced.tgz")).toEqual(
    await entryOf(demo.archive, "contents.json"),
  );

  const home = { dataDir: join(demo.directory, "replaced-home") };
  await command("restore", home, demo.archive);
  const refused = await beginCommand("restore", home, demo.archive).ended;
  expect(refused.output.trim()).toMatch(/^The data directory .* holds data already: add --replace/);
  await command("restore", home, demo.archive, "--replace");
});

test("a restore refuses a PostgreSQL database that another backend works on", async () => {
  const place = await demo.onPostgres("shared");
  const { databaseUrl } = place;
  const backend = await startBackend({ databaseUrl, env: { DEMO: "1" } });
  const refused = await beginCommand("restore", place, demo.archive, "--replace").ended;
  expect(refused.output.trim()).toMatch(/^The database at .* is in use \(\d+ other connections?\)/);
  await backend.stop();
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
  home ??= await oldHome();
  const damaged = join(demo.directory, "damaged.tgz");
  await writeFile(damaged, await make(await readFile(demo.archive)));
  const { code, output } = await beginCommand("restore", home.place, damaged, "--replace").ended;
  expect(code).toBe(1);
  expect(output).toMatch(/^The backup .* is damaged .*: nothing was changed\.$/m);
});

test("after archives were refused, the old state is whole", async () => {
  home ??= await oldHome();
  expect(await demo.contentsOf(home.place, "after-damage.tgz")).toEqual(home.contents);
});

let home: Awaited<ReturnType<typeof oldHome>> | undefined;
async function oldHome() {
  const place = { dataDir: join(demo.directory, "damaged-home") };
  await command("restore", place, demo.archive);
  return { place, contents: await demo.contentsOf(place, "before-damage.tgz") };
}

/** The archive with the entries of these names changed; null removes one. */
const changed = (names: RegExp, change: (text: string) => string | null) =>
  rewritten(demo.archive, (name, bytes) => {
    if (!names.test(name)) return bytes;
    const text = change(new TextDecoder().decode(bytes));
    return text === null ? null : new TextEncoder().encode(text);
  });

test("an archive of a newer version is refused in words", async () => {
  const place = { dataDir: join(demo.directory, "newer-home") };
  const newer = join(demo.directory, "newer.tgz");
  const manifest = (change: (manifest: Record<string, unknown>) => unknown) =>
    changed(/^manifest\.json$/, (text) => JSON.stringify(change(JSON.parse(text))));
  const migration = { version: "20990101000001", name: "later", sha256: "0".repeat(64) };
  const table = "tables/public.companies/000001.jsonl";
  const rows = new TextDecoder().decode((await entriesOf(demo.archive)).get(table));
  const wider = rows.replaceAll('"name":', '"later":"","name":');
  const contents = await entryOf<Contents>(demo.archive, "contents.json");
  const companies = contents.tables["public.companies"];
  if (companies) companies.sha256 = createHash("sha256").update(wider).digest("hex");
  for (const archive of [
    manifest((it) => ({ ...it, migrations: [...(it.migrations as unknown[]), migration] })),
    manifest((it) => ({ ...it, format: 99 })),
    changed(/^(contents\.json|tables\/public\.companies\/.*)$/, (text) =>
      text === rows ? wider : JSON.stringify(contents),
    ),
  ]) {
    await writeFile(newer, await archive);
    expect((await beginCommand("restore", place, newer).ended).output).toMatch(
      /^The backup .* was made by a newer version of Field Agents/m,
    );
  }
  expect(existsSync(join(place.dataDir, "database"))).toBe(false);
});

test("a backup waits for a file whose row is about to follow, and says which one is lost", async () => {
  const place = await demo.onPostgres("files");
  await command("restore", place, demo.archive);
  const all = await entryOf<Contents>(demo.archive, "contents.json");
  const storage = join(place.dataDir, "storage");
  const [file = ""] = (await readdir(storage, { recursive: true })).filter((it) =>
    it.endsWith(".json"),
  );
  const [kept, away] = [join(storage, file), join(demo.directory, "away.json")];
  await rename(kept, away);

  const waiting = beginCommand("backup", place, join(demo.directory, "waited.tgz"));
  const attempts = async () =>
    (await readdir(place.dataDir)).filter((name) => /^backup\.[^.]+$/.test(name));
  await expect.poll(attempts, { interval: 10 }).toHaveLength(1);
  const [first = ""] = await attempts();
  await expect.poll(attempts, { interval: 10 }).not.toContain(first);
  await rename(away, kept);
  const { code, output } = await waiting.ended;
  expect([code, output]).toEqual([0, expect.not.stringContaining("was lost")]);
  expect(await entryOf(join(demo.directory, "waited.tgz"), "contents.json")).toEqual(all);

  await rename(kept, away);
  const lossy = await command("backup", place, join(demo.directory, "lossy.tgz"));
  expect(lossy).toMatch(/^The file of knowledge-base\/.+ was lost before: it is left out\.$/m);
  const { files } = await entryOf<Contents>(join(demo.directory, "lossy.tgz"), "contents.json");
  expect(files.count).toBe(all.files.count - 1);
});

test("a backup says what is missing, and never overwrites a file", async () => {
  const nowhere = await beginCommand("backup", { dataDir: join(demo.directory, "none") }, "x.tgz")
    .ended;
  expect(nowhere).toMatchObject({ code: 1 });
  expect(nowhere.output).toMatch(/^There is nothing to back up in .*\/none: set DATA_DIR/);
  expect(existsSync(join(demo.directory, "none"))).toBe(false);
  const home = { dataDir: demo.directory };
  const twice = await beginCommand("backup", home, demo.archive).ended;
  expect(twice.output).toContain("exists already");
  const unnamed = await beginCommand("backup", home).ended;
  expect(unnamed.output.trim()).toBe("Say where the backup goes: npm run backup -- FILE");
});
