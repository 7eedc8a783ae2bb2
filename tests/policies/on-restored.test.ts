// @module-tag rest
// @module-tag long

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { command } from "#tests/support/backup-commands.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { casesByRequests, rightsByStatements } from "./all-cases.ts";
import type { Sql } from "./world/run-as.ts";
import { startWorld, type World } from "./world/world.ts";

// The same people, rows and sessions as on PGlite, from a backup on PostgreSQL: the rights have to be
// the same there.
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
});
