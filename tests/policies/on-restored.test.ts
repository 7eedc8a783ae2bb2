// @module-tag night
// @module-tag long

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import "#tests/security/figures.ts";
import { startBackend } from "#tests/support/backend.ts";
import { command } from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { findPostgres } from "#tests/support/setup/postgres.mjs";
import { casesByRequests, rightsByStatements } from "./all-cases.ts";
import type { Sql } from "./world/run-as.ts";
import { startWorld, type World } from "./world/world.ts";

// The same people, rows and sessions as on PGlite, from a backup on PostgreSQL: the rights have to be
// the same there, and all of what gives them is compared with a database that was never restored.
let server: PostgresServer;
let directory: string;
let databaseUrl: string;
let world: World;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-restored-"));
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
  world = await startWorld(undefined, async ({ dataDir }) => {
    const archive = join(directory, "world.tgz");
    const place = { dataDir: join(directory, "data"), databaseUrl };
    await command("backup", { dataDir }, archive);
    await command("restore", place, archive);
    return place;
  });
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

casesByRequests(() => world);

test("reports how many requests were tried", ({ task }) => {
  task.meta.figures = [
    { what: "requests of people by the matrix on PostgreSQL", tried: world.tried(), failed: 0 },
  ];
});

describe("after all requests were served", () => {
  let connection: pg.Client;
  beforeAll(async () => {
    connection = new pg.Client(databaseUrl);
    await connection.connect();
  });
  afterAll(async () => {
    await connection.end();
  });
  const sql: Sql = async (statement) => (await connection.query(statement)).rows;

  rightsByStatements(
    () => world,
    () => sql,
  );

  test("has the tables, policies, functions and grants of a database that was never restored", async () => {
    const neverRestored = await server.createDatabase();
    const backend = await startBackend({ databaseUrl: neverRestored, env: { DEMO: "0" } });
    await backend.stop();
    const restored = await schemaOf(databaseUrl);
    expect(restored.filter((line) => line.startsWith("CREATE POLICY")).length).toBeGreaterThan(20);
    expect(restored).toEqual(await schemaOf(neverRestored));
  });
});

/** Everything of a database but its rows and the note of its restore, as statements. */
async function schemaOf(url: string): Promise<string[]> {
  const dump = join(findPostgres() ?? "", "pg_dump");
  const { stdout } = await promisify(execFile)(dump, [
    "--schema-only",
    "--exclude-table=private.restores",
    `--dbname=${url}`,
  ]);
  // A random word against commands that an object's name hides.
  return stdout.split("\n").filter((line) => !/^\\(?:un)?restrict /.test(line));
}
