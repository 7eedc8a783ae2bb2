import type { Transaction } from "./database.ts";

/** The schema of what servers keep for themselves. A backup leaves it out. */
export const SERVER_SCHEMA = "embedded_server";

/**
 * Creates the tables of what all servers on a database must agree on. Only the database's owner, as
 * which the servers work, can read them: no role of requests may use the schema.
 */
export async function createServerSchema(tx: Transaction): Promise<void> {
  await tx.script(`
    create schema if not exists ${SERVER_SCHEMA};
    -- At most one row: the text of a secrets file.
    create table if not exists ${SERVER_SCHEMA}.secrets (
      only_one boolean primary key default true check (only_one), content text not null);
    -- At most one row: which files of the file store are this database's.
    create table if not exists ${SERVER_SCHEMA}.file_root (
      only_one boolean primary key default true check (only_one), root text not null);
    revoke all on schema ${SERVER_SCHEMA} from public;
    revoke all on all tables in schema ${SERVER_SCHEMA} from public`);
}
