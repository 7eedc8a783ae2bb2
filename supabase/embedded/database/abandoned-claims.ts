import { sql } from "kysely";
import type { Database } from "./database.ts";

/**
 * Gives back the claims of calls that a killed backend had in progress, so that their requests are
 * taken up at once. Only for a database that no other backend uses: there the calls may still run,
 * and the claims end with their leases.
 */
export async function openAbandonedClaims(database: Database): Promise<void> {
  await sql`update public.agent_requests set state = 'open' where state = 'running'`.execute(
    database.connection.kysely,
  );
}
