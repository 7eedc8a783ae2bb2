// @module-tag night
// @module-tag long

import { randomUUID } from "node:crypto";
import { watch } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { rest, startBackend } from "#tests/support/backend.ts";
import {
  beginCommand,
  type Contents,
  command,
  demoBackup,
  entryOf,
  type Place,
} from "#tests/support/backup-commands.ts";
import { processTree } from "#tests/support/process-tree.ts";

const demo = demoBackup();

/** Kills a process unless it has ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Kills a restore with all its processes as soon as a file of that name appears.
 * @returns what it had printed
 */
async function killedRestore(place: Place, appears: RegExp): Promise<string> {
  const { child, ended } = beginCommand("restore", place, demo.archive, "--replace");
  // Looked up at its first file, because that takes longer than some of its steps.
  let processes: number[] | undefined;
  const watcher = watch(place.dataDir, { recursive: true }, (_, name) => {
    processes ??= processTree(child.pid ?? 0).reverse();
    if (!name || !appears.test(name)) return;
    watcher.close();
    for (const pid of processes) kill(pid);
  });
  // The restore moves its folders while the watcher reads them.
  watcher.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  const { output } = await ended;
  watcher.close();
  return output;
}

test.each(["PGlite", "PostgreSQL"])(
  "a restore to %s that is killed at any point leaves all of the old state or all of the new",
  // Five restores and six backups, each in a process of its own, one after the other.
  { timeout: 600_000 },
  async (kind) => {
    const place: Place =
      kind === "PGlite"
        ? { dataDir: join(demo.directory, "killed") }
        : { ...(await demo.onPostgres("killed-on-postgres")) };
    const backend = await startBackend({ ...place, env: { DEMO: "1" } });
    await rest(backend, "service", "POST", "companies", { name: "The old one" });
    await backend.stop();
    const old = await demo.contentsOf(place, `old-${kind}.tgz`);
    const restored = await entryOf(demo.archive, "contents.json");
    // Nothing yet; the schema is being made; the rows are there; the files are there, too.
    for (const [at, appears] of [
      /^restore\.new$/,
      /^restore\.new\/secrets\.json$/,
      /^restore\.new\/storage\/[0-9a-f]{2}$/,
    ].entries()) {
      expect(await killedRestore(place, appears)).not.toContain("is restored");
      expect(await demo.contentsOf(place, `killed-${kind}-${at}.tgz`)).toEqual(old);
    }
    // Around the commit: it came before the kill or not.
    await killedRestore(place, /^restore\.(prepared|ready)$/);
    expect([old, restored]).toContainEqual(await demo.contentsOf(place, `killed-${kind}-late.tgz`));
    await command("restore", place, demo.archive, "--replace");
    expect(await demo.contentsOf(place, `killed-${kind}-not.tgz`)).toEqual(restored);
    expect((await readdir(place.dataDir)).filter((name) => /^(restore|backup)/.test(name))).toEqual(
      [],
    );
  },
);

test("files that were restored to PostgreSQL follow the commit of their database", async () => {
  const place = await demo.onPostgres("around-the-commit");
  await command("restore", place, demo.archive);
  const all = await entryOf<Contents>(demo.archive, "contents.json");
  const database = new pg.Client(place.databaseUrl);
  await database.connect();
  const { rows: roots } = await database.query("select root from embedded_server.file_root");
  /** What a restore leaves that is killed around its commit: here with no files. */
  const prepare = async (id: string) => {
    const prepared = join(place.dataDir, "restore.prepared");
    await mkdir(join(prepared, "storage"), { recursive: true });
    await writeFile(join(prepared, "storage", "root"), roots[0].root);
    await writeFile(join(prepared, "restore-id"), id);
  };
  await prepare(randomUUID());
  expect(await demo.contentsOf(place, "not-committed.tgz")).toEqual(all);

  const { rows } = await database.query("select id from private.restores");
  await database.end();
  await prepare(rows[0].id);
  const backend = await startBackend({ ...place, env: { DEMO: "1" } });
  await backend.stop();
  expect(await readdir(join(place.dataDir, "storage"))).toEqual(["root"]);
  expect(await readdir(place.dataDir)).not.toContain("restore.prepared");
});
