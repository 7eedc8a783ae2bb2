// @module-tag night
// @module-tag long

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startBackend } from "#tests/support/backend.ts";
import { command } from "#tests/support/backup-commands.ts";
import { findPostgres } from "#tests/support/setup/postgres.mjs";
import { casesByRequests, rightsByStatements } from "./all-cases.ts";
import { worldOnPostgres } from "./world/postgres-world.ts";
import { startWorld } from "./world/world.ts";

// The same people, rows and sessions as on PGlite, from a backup on PostgreSQL: the rights have to be
// the same there, and all of what gives them is compared with a database that was never restored.
const { world, sql, server, databaseUrl } = worldOnPostgres(async (databaseUrl) => {
  const directory = await mkdtemp(join(tmpdir(), "field-agents-restored-"));
  const world = await startWorld({
    async carry({ dataDir }) {
      const archive = join(directory, "world.tgz");
      const place = { dataDir: join(directory, "data"), databaseUrl };
      await command("backup", { dataDir }, archive);
      await command("restore", place, archive);
      return place;
    },
  });
  const stop = async () => {
    await world.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { ...world, stop };
});

casesByRequests(world);

describe("after all requests were served", () => {
  rightsByStatements(world, sql);

  test("has the tables, policies, functions and grants of a database that was never restored", async () => {
    const neverRestored = await server().createDatabase();
    const backend = await startBackend({ databaseUrl: neverRestored, env: { DEMO: "0" } });
    await backend.stop();
    const restored = await schemaOf(databaseUrl());
    expect(restored.filter((line) => line.startsWith("CREATE POLICY")).length).toBeGreaterThan(20);
    expect(restored).toEqual(await schemaOf(neverRestored));
  });
});

/** Everything of a database but its rows, as statements. */
async function schemaOf(url: string): Promise<string[]> {
  const dump = join(findPostgres() ?? "", "pg_dump");
  const { stdout } = await promisify(execFile)(dump, ["--schema-only", `--dbname=${url}`]);
  // A random word against commands that an object's name hides.
  return stdout.split("\n").filter((line) => !/^\\(?:un)?restrict /.test(line));
}
