import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import type { Sql } from "./run-as.ts";
import { startWorld, type World } from "./world.ts";

/** A PostgreSQL server with the world in one of its databases, for a whole file. */
export function worldOnPostgres() {
  let server: PostgresServer;
  let databaseUrl: string;
  let world: World;
  let connection: pg.Client;
  beforeAll(async () => {
    server = await startPostgres();
    databaseUrl = await server.createDatabase();
    world = await startWorld({ databaseUrl });
    connection = new pg.Client(databaseUrl);
    await connection.connect();
  });
  afterAll(async () => {
    await connection?.end();
    await world?.stop();
    await server?.stop();
  });
  return {
    databaseUrl: () => databaseUrl,
    world: () => world,
    sql: (): Sql => async (statement) => (await connection.query(statement)).rows,
  };
}
