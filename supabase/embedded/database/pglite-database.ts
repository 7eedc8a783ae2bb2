import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import { EMBEDDED_POSTGRES_MAJOR } from "../setup/data-directory.ts";
import { connectionOver, type Database, transactionOver } from "./database.ts";
import { PglitePool } from "./pglite-pool.ts";

/** How long each statement of a request may take, in milliseconds. */
const REQUEST_LIMIT = 10_000;

/**
 * Opens the database whose files are in `directory`, in a process beside this one, and creates it
 * if it is missing.
 */
export async function openEmbeddedDatabase(directory: string): Promise<Database> {
  const pool = new PglitePool(directory);
  const unlimited = new PostgresDialect({ pool: pool.limited(Number.POSITIVE_INFINITY) });
  const transaction = transactionOver(new Kysely({ dialect: unlimited }));
  try {
    await transaction((tx) => tx.query("select"));
    const major = (await readFile(join(directory, "PG_VERSION"), "utf8")).trim();
    if (major !== String(EMBEDDED_POSTGRES_MAJOR)) {
      throw new Error(`PGlite runs PostgreSQL ${major}, expected ${EMBEDDED_POSTGRES_MAJOR}`);
    }
    return {
      connection: await connectionOver(pool.limited(REQUEST_LIMIT)),
      transaction,
      listen: (channel, heard) => pool.listen(channel, heard),
      close: () => pool.end(),
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}
