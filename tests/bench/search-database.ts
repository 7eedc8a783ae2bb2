import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { startBackend } from "../support/backend.ts";
import { startPostgres } from "../support/postgres.ts";
import { findPostgres } from "../support/setup/postgres.mjs";

export interface SearchDatabase {
  /** The database engine it runs on. */
  name: string;
  /** Runs a statement as the database's owner; all statements share one session. */
  query(
    statement: string,
    parameters?: (string | null | string[])[],
  ): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/**
 * Opens a new database with the demo company's manuals: on PostgreSQL if it is installed, unless
 * the embedded database is asked for.
 */
export async function openSearchDatabase({ embedded = false } = {}): Promise<SearchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), "field-agents-retrieval-"));
  const removeDataDir = () => rm(dataDir, { recursive: true, force: true });
  const server = !embedded && findPostgres() ? await startPostgres() : null;
  const databaseUrl = await server?.createDatabase();
  const backend = await startBackend({
    dataDir,
    env: { DEMO: "1" },
    ...(databaseUrl && { databaseUrl }),
  });
  await backend.stop();
  if (server && databaseUrl) {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    return {
      name: "PostgreSQL",
      query: async (statement, parameters = []) => (await client.query(statement, parameters)).rows,
      async close() {
        await client.end();
        await server.stop();
        await removeDataDir();
      },
    };
  }
  const pglite = await PGlite.create(join(dataDir, "database"));
  return {
    name: "PGlite",
    query: async (statement, parameters = []) =>
      (await pglite.query<Record<string, unknown>>(statement, parameters)).rows,
    async close() {
      await pglite.close();
      await removeDataDir();
    },
  };
}
