import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../database/database.ts";
import type { DataDirectory } from "../setup/data-directory.ts";
import { askBackend, type OperatorTask } from "../setup/operator-channel.ts";
import { copyDatabase, linkFiles, SCRATCH_NAME } from "./scratch-directory.ts";

/** The task's name in the operator's channel. */
export const COPY = "copy";

/** Copies the database and the stored files into the scratch directory that `npm run backup` names. */
export function copyTask(
  data: DataDirectory,
  database: Pick<Database, "transaction">,
): OperatorTask {
  return async (name) => {
    const scratch = join(data.path, name);
    if (!SCRATCH_NAME.test(name) || !existsSync(scratch)) return null;
    // An open transaction holds the only session, so that nothing is written while it lasts.
    await database.transaction(async (tx) => {
      await tx.query("select");
      await copyDatabase(data.database, join(scratch, "database"));
      await linkFiles(data.storage, join(scratch, "storage"));
    });
    return "";
  };
}

/**
 * Asks the backend that runs on a data directory to copy its database and files, as they are at one
 * moment, into `database` and `storage` of a scratch directory there.
 * @throws StartRefusal when it does not answer.
 */
export async function requestCopy(dataDir: string, scratchName: string): Promise<void> {
  await askBackend(dataDir, { name: COPY, text: scratchName, what: "copy its files" });
}
