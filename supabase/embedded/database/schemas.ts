import type { App } from "@supabase/lite";
import { INSUFFICIENT_PRIVILEGE } from "#supabase/functions/_shared/contracts/database-code.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import type { Database } from "./database.ts";
import { sqlStateOf } from "./refusal-status.ts";

/**
 * Creates what a Supabase project has before its first migration: the roles, the schemas of auth
 * and storage, the grants on them, and the publication of Realtime. Changes nothing when it is run again.
 * @throws StartRefusal when the database's user may not create the roles.
 */
export async function prepareSchemas(database: Database, app: App): Promise<void> {
  const run = async (file: string) => {
    const sql = await Deno.readTextFile(new URL(file, import.meta.url));
    await database.transaction((tx) => tx.script(sql));
  };
  try {
    await run("./roles.sql");
  } catch (error) {
    if (!(error instanceof Error) || sqlStateOf(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartRefusal(
      `The database user may not create the roles anon, authenticated and service_role (${error.message}): give it SUPERUSER, which PostgreSQL before version 16 needs for this.`,
    );
  }
  await app.ensureSystemSchema();
  await run("../auth/ended-sessions.sql");
  await run("../auth/factor-tables.sql");
  await run("../auth/sign-in-tables.sql");
  await run("../auth/external-tables.sql");
  await run("../auth/signing/signing-keys.sql");
  await run("./system-grants.sql");
  await run("./publication.sql");
}
