import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import type { DataPaths } from "../setup/data-directory.ts";
import { StartRefusal } from "../setup/start-refusal.ts";

/** The directory of a data directory in which a restore unpacks its archive, and which goes at its end. */
export const draftPath = (dataDir: string) => join(dataDir, "restore.new");

/** Whether a database has accounts: no server works without one. */
export async function hasPeople(database: Pick<Database, "transaction">): Promise<boolean> {
  return await database.transaction(async (tx) => {
    const [found] = await tx.query("select to_regclass('auth.users') is not null as is_there");
    return (
      found?.is_there === true && (await tx.query("select from auth.users limit 1")).length > 0
    );
  });
}

/**
 * Ends a restore that was killed after it was complete. Does nothing where none was killed.
 * @param database the PostgreSQL database; absent for the embedded one, which is not opened yet
 * @throws StartRefusal when the restore is not complete
 */
export async function settleRestore(
  data: DataPaths,
  database?: Pick<Database, "transaction">,
): Promise<void> {
  const draft = draftPath(data.path);
  if (!existsSync(draft)) return;
  if (!(database ? await hasPeople(database) : existsSync(data.database))) {
    throw new StartRefusal(
      `A restore into ${data.path} was interrupted: repeat it, or delete the directory's content.`,
    );
  }
  await rm(draft, { recursive: true });
}
