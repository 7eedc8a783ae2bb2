import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { renameDurably, syncTree } from "./durable-files.ts";
import { PgliteFiles, SYNC_PARAMETERS } from "./pglite-files.ts";

/**
 * Opens the database with its files in `directory`, which nobody else has open, after a power cut
 * as well; creates it if need be.
 */
export async function openPglite(
  directory: string,
): Promise<{ pglite: PGlite; files: PgliteFiles }> {
  if (!existsSync(directory)) await createDatabase(directory);
  // Whose lock it was is gone. A power cut may leave it empty, which PostgreSQL takes for one that
  // is being written.
  await rm(join(directory, "postmaster.pid"), { force: true });
  const files = new PgliteFiles(directory);
  const startParams = PGlite.defaultStartParams.filter((it) => it !== "-F");
  const pglite = await PGlite.create({
    fs: files,
    startParams: [...startParams, ...SYNC_PARAMETERS],
  });
  return { pglite, files };
}

/** A creation that was cut off leaves a draft, which is no database and made anew. */
async function createDatabase(directory: string): Promise<void> {
  const draft = `${directory}.new`;
  await rm(draft, { recursive: true, force: true });
  const pglite = await PGlite.create(`file://${draft}`);
  await pglite.close();
  await syncTree(draft);
  await renameDurably(draft, directory);
}
