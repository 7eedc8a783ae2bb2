// @module-tag night
// @module-tag long

import { existsSync, watch } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Place, runToEnd } from "#tests/support/backend.ts";
import { beginCommand, command, demoBackup, stateOf } from "#tests/support/backup-commands.ts";
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
  await mkdir(place.dataDir, { recursive: true });
  const { child, ended } = beginCommand("restore", place, demo.archive);
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
  "after a restore to %s was killed at any point, no server starts until it is repeated, and then all is there",
  // Restores and starts, each in processes of its own, one after the other.
  { timeout: 600_000 },
  async (kind) => {
    const place: Place =
      kind === "PGlite"
        ? { dataDir: join(demo.directory, "killed") }
        : await demo.onPostgres("killed-on-postgres");
    // Nothing is there yet; it is being unpacked; in the end, the files are in their place.
    const last = kind === "PGlite" ? /^restore\.new\/storage\/[0-9a-f]{2}$/ : /^storage$/;
    for (const appears of [/^restore\.new$/, /^restore\.new\/secrets\.json$/, last]) {
      expect(await killedRestore(place, appears)).not.toContain("is restored");
      const { code, output } = await runToEnd({ ...place, env: { DEMO: "0" } });
      expect([code, output]).toEqual([1, expect.stringContaining("was interrupted: repeat it")]);
    }
    await command("restore", place, demo.archive);
    expect(await stateOf(place)).toEqual(demo.state);
    expect(existsSync(join(place.dataDir, "restore.new"))).toBe(false);
  },
);
