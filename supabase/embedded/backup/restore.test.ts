// @module-tag rest
// @module-tag long

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rest, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  command,
  entriesOf,
  entryOf,
  rewrite,
} from "#tests/support/backup-commands.ts";
import { type Contents, demoBackup } from "#tests/support/demo-backup.ts";

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
  const backend = await startBackend({ databaseUrl: place.databaseUrl ?? "", env: { DEMO: "1" } });
  const refused = await beginCommand("restore", place, demo.archive, "--replace").ended;
  expect(refused.output.trim()).toMatch(/^The database at .* is in use \(\d+ other connections?\)/);
  await backend.stop();
});

test("an archive that is damaged, or not whole, is refused, and the old state stays", async () => {
  const home = { dataDir: join(demo.directory, "damaged-home") };
  await command("restore", home, demo.archive);
  const before = await demo.contentsOf(home, "before-damage.tgz");
  const bytes = await readFile(demo.archive);
  const damaged = join(demo.directory, "damaged.tgz");
  const half = bytes.length >> 1;
  const flipped = Buffer.from(bytes);
  flipped[half] = (flipped[half] ?? 0) ^ 0xff;
  const text = (words: string) => new TextEncoder().encode(words);
  const archives: [what: string, make: () => Promise<void>][] = [
    ["a changed byte", () => writeFile(damaged, flipped)],
    ["half an archive", () => writeFile(damaged, bytes.subarray(0, half))],
    ["no archive", () => writeFile(damaged, "something else")],
    ["nothing", () => writeFile(damaged, "")],
    [
      "no end",
      () => rewrite(demo.archive, damaged, (name, it) => (name === "contents.json" ? null : it)),
    ],
    [
      "a missing file",
      () =>
        rewrite(demo.archive, damaged, (name, it) => (name.startsWith("files/000002") ? null : it)),
    ],
    [
      "a missing row",
      () =>
        rewrite(demo.archive, damaged, (name, it) =>
          name.startsWith("tables/public.profiles/")
            ? text(`${new TextDecoder().decode(it).split("\n").slice(1).join("\n")}`)
            : it,
        ),
    ],
    [
      "changed secrets",
      () =>
        rewrite(demo.archive, damaged, (name, it) =>
          name === "secrets.json"
            ? text(new TextDecoder().decode(it).replace(/"jwtSecret": "./, '"jwtSecret": "#'))
            : it,
        ),
    ],
  ];
  for (const [what, make] of archives) {
    await make();
    const { code, output } = await beginCommand("restore", home, damaged, "--replace").ended;
    expect([what, code, output]).toEqual([
      what,
      1,
      expect.stringMatching(/^The backup .* is damaged .*: nothing was changed\.$/m),
    ]);
  }
  expect(await demo.contentsOf(home, "after-damage.tgz")).toEqual(before);
});

test("an archive of a newer version is refused in words", async () => {
  const place = { dataDir: join(demo.directory, "newer-home") };
  const newer = join(demo.directory, "newer.tgz");
  const changed = (change: (manifest: Record<string, unknown>) => unknown) =>
    rewrite(demo.archive, newer, (name, bytes) =>
      name === "manifest.json"
        ? new TextEncoder().encode(
            JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes)))),
          )
        : bytes,
    );
  const migration = { version: "20990101000001", name: "later", sha256: "0".repeat(64) };
  await changed((it) => ({ ...it, migrations: [...(it.migrations as unknown[]), migration] }));
  const words = /^The backup .* was made by a newer version of Field Agents/m;
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  await changed((it) => ({ ...it, format: 99 }));
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  const table = "tables/public.companies/000001.jsonl";
  const rows = new TextDecoder().decode((await entriesOf(demo.archive)).get(table));
  const wider = new TextEncoder().encode(rows.replaceAll('"name":', '"later":"","name":'));
  const contents = await entryOf<Contents>(demo.archive, "contents.json");
  const companies = contents.tables["public.companies"];
  if (companies) companies.sha256 = createHash("sha256").update(wider).digest("hex");
  await rewrite(demo.archive, newer, (name, bytes) => {
    if (name === table) return wider;
    return name === "contents.json" ? new TextEncoder().encode(JSON.stringify(contents)) : bytes;
  });
  expect((await beginCommand("restore", place, newer).ended).output).toMatch(words);
  expect(existsSync(join(place.dataDir, "database"))).toBe(false);
});
