// @module-tag rest
// @module-tag long

import pg from "pg";
import { afterAll, beforeAll, describe, test } from "vitest";
import "../security/figures.ts";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { casesByRequests, casesByStatements } from "./all-cases.ts";
import { checkLastSuperAdminRaces } from "./cases/last-super-admin-races.ts";
import { checkVersionLocks } from "./cases/version-locks.ts";
import type { Sql } from "./world/run-as.ts";
import { startWorld, type World } from "./world/world.ts";

let server: PostgresServer;
let databaseUrl: string;
let world: World;
beforeAll(async () => {
  server = await startPostgres();
  databaseUrl = await server.createDatabase();
  world = await startWorld(databaseUrl);
});
afterAll(async () => {
  await world?.stop();
  await server?.stop();
});

casesByRequests(() => world);
checkLastSuperAdminRaces(
  () => world,
  () => databaseUrl,
);
checkVersionLocks(
  () => world,
  () => databaseUrl,
);

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

  casesByStatements(
    () => world,
    () => sql,
  );
});
