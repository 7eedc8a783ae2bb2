// @module-tag night
// @module-tag long

import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Place, runToEnd } from "#tests/support/backend.ts";
import { beginCommand, command, demoBackup, stateOf } from "#tests/support/backup-commands.ts";

const demo = demoBackup();

/**
 * Kills a restore with all its processes as soon as a folder or file appears in the data directory.
 * @returns what it had printed
 */
async function killedRestore(place: Place, appears: () => boolean): Promise<string> {
  await mkdir(place.dataDir, { recursive: true });
  const { child, ended } = beginCommand("restore", place, demo.archive);
  // A watcher would miss files in folders that have just been made.
  const poll = setInterval(() => {
    if (child.pid === undefined || !appears()) return;
    clearInterval(poll);
    process.kill(-child.pid, "SIGKILL");
  }, 1);
  const { output } = await ended;
  clearInterval(poll);
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
    const exists = (path: string) => () => existsSync(join(place.dataDir, path));
    const stored = join(place.dataDir, "restore.new/storage");
    const last =
      kind === "PGlite"
        ? () => existsSync(stored) && readdirSync(stored).length > 0
        : exists("storage");
    // Nothing is there yet; it is being unpacked; in the end, the files are in their place.
    for (const appears of [exists("restore.new"), exists("restore.new/secrets.json"), last]) {
      expect(await killedRestore(place, appears)).not.toContain("is restored");
      const { code, output } = await runToEnd({ ...place, env: { DEMO: "0" } });
      expect([code, output]).toEqual([1, expect.stringContaining("was interrupted: repeat it")]);
    }
    await command("restore", place, demo.archive);
    expect(await stateOf(place)).toEqual(demo.state);
    expect(existsSync(join(place.dataDir, "restore.new"))).toBe(false);
  },
);
