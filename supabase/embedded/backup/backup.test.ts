// @module-tag rest
// @module-tag long

import { existsSync } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { beginCommand, command, entryOf } from "#tests/support/backup-commands.ts";
import { type Contents, demoBackup } from "#tests/support/demo-backup.ts";

const demo = demoBackup();

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
