import type { App } from "@supabase/lite";
import { INSUFFICIENT_PRIVILEGE } from "#supabase/functions/_shared/contracts/database-code.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { Database } from "./database.ts";
import { readSqlState } from "./refusal-status.ts";

/**
 * Creates the roles that requests run as. Changes nothing when it is run again.
 * @throws StartRefusal when the database's user may not create them
 */
export async function prepareRoles(database: Database): Promise<void> {
  try {
    await run(database, "./roles.sql");
  } catch (error) {
    if (!(error instanceof Error) || readSqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartRefusal(
      `The database user may not create the roles anon, authenticated and service_role (${error.message}): give it SUPERUSER, which PostgreSQL before version 16 needs for this.`,
    );
  }
}

/**
 * Creates what a Supabase project has before its first migration: the roles, the schemas of auth
 * and storage, the grants on them, and the publication of Realtime. Changes nothing when it is run again.
 * @throws StartRefusal as `prepareRoles` does
 */
export async function prepareSchemas(database: Database, app: App): Promise<void> {
  await prepareRoles(database);
  await app.ensureSystemSchema();
  await run(database, "../auth/auth-tables.sql");
  await run(database, "./system-schemas.sql");
}

async function run(database: Database, file: string): Promise<void> {
  const sql = await Deno.readTextFile(new URL(file, import.meta.url));
  await database.transaction((tx) => tx.script(sql));
}
