// @module-tag rest
// @module-tag long

import pg from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { type PostgresServer, startPostgres } from "../support/postgres.ts";
import { casesByStatements, casesOfFewRequests } from "./all-cases.ts";
import { checkLastSuperAdminRaces } from "./cases/last-super-admin-races.ts";
import { checkVersionLocks } from "./cases/version-locks.ts";
import type { Sql } from "./world/run-as.ts";
import { startWorld, type World } from "./world/world.ts";

// `on-restored.test.ts` tries every person on every row and column of a PostgreSQL database, and shows
// that it has the same policies, functions and grants as this one.
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

casesOfFewRequests(() => world);
checkLastSuperAdminRaces(
  () => world,
  () => databaseUrl,
);
checkVersionLocks(
  () => world,
  () => databaseUrl,
);

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
