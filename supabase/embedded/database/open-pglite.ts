import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { renameDurably, syncTree } from "./durable-files.ts";
import { PgliteFiles, SYNC_PARAMETERS } from "./pglite-files.ts";

/**
 * Opens the database whose files are in `directory`, also after a power cut, and creates it if it
 * is missing. No other process may have the directory open.
 */
export async function openPglite(
  directory: string,
): Promise<{ pglite: PGlite; files: PgliteFiles }> {
  if (!existsSync(directory)) await createDatabase(directory);
  // The process that made this lock file has ended. A power cut may leave the file empty, which
  // PostgreSQL takes for a lock that is just being written.
  await rm(join(directory, "postmaster.pid"), { force: true });
  const files = new PgliteFiles(directory);
  const startParams = PGlite.defaultStartParams.filter((it) => it !== "-F");
  const pglite = await PGlite.create({
    fs: files,
    startParams: [...startParams, ...SYNC_PARAMETERS],
  });
  return { pglite, files };
}

/**
 * Creates the database as a draft and renames it when it is complete. A draft that an interrupted
 * creation has left is deleted.
 */
async function createDatabase(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(`file://${draft}`);
  await pglite.close();
  await syncTree(draft);
  await renameDurably(draft, directory);
}
