import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "@supabase/lite";
import type { Database } from "../database/database.ts";
import { openEmbeddedDatabase } from "../database/pglite-database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import { DirectoryInUse, openDataDirectory, pathsOf } from "../setup/data-directory.ts";
import type { Settings } from "../setup/settings.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { storageFiles } from "../storage/storage-files.ts";
import { requestCopy } from "./copy-task.ts";
import { settleRestore } from "./restore-record.ts";
import { createScratch, linkFiles } from "./scratch-directory.ts";

export type StoredFiles = NonNullable<App["_storageAdapter"]>;

/** What a backup is made of. */
export interface BackupSource {
  kind: "PGlite" | "PostgreSQL";
  database: Database;
  /** The text of the secrets file. */
  secrets: string;
  /** The stored files as they are now. Called once the database's snapshot is taken. */
  keepFiles(): Promise<StoredFiles>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens what a backend with these settings works on, whether one runs or not.
 * @throws StartRefusal when there is nothing, or it cannot be reached.
 */
export async function openSource(
  settings: Pick<Settings, "dataDir" | "databaseUrl">,
): Promise<BackupSource> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, databaseUrl } = settings;
  const paths = pathsOf(dataDir);
  if (!existsSync(databaseUrl ? paths.secrets : paths.database)) {
    throw new StartRefusal(
      `There is nothing to back up in ${dataDir}: set DATA_DIR as at the start.`,
    );
  }
  await checkOwner(dataDir);

  if (databaseUrl) {
    await settleUnlessInUse(dataDir, databaseUrl);
    const secrets = await readFile(paths.secrets, "utf8");
    const database = await openPostgresDatabase(databaseUrl);
    opened.defer(() => database.close());
    const scratch = opened.use(await createScratch(dataDir));
    return {
      kind: "PostgreSQL",
      database,
      secrets,
      async keepFiles() {
        const storage = join(scratch.path, "storage");
        await linkFiles(paths.storage, storage);
        return storageFiles(storage);
      },
      [Symbol.asyncDispose]: disposerOf(opened.move()),
    };
  }

  let { database: directory, storage } = paths;
  try {
    const data = await openDataDirectory(dataDir);
    opened.defer(data.release);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const scratch = opened.use(await createScratch(dataDir));
    await requestCopy(dataDir, scratch.name);
    directory = join(scratch.path, "database");
    storage = join(scratch.path, "storage");
  }
  const database = await openEmbeddedDatabase(directory);
  opened.defer(() => database.close());
  return {
    kind: "PGlite",
    database,
    secrets: await readFile(paths.secrets, "utf8"),
    keepFiles: async () => storageFiles(storage),
    [Symbol.asyncDispose]: disposerOf(opened.move()),
  };
}

/** Ends a restore that was interrupted, as the backend does when it starts. */
async function settleUnlessInUse(dataDir: string, databaseUrl: string): Promise<void> {
  try {
    const data = await openDataDirectory(dataDir);
    await settleRestore(data, databaseUrl).finally(data.release);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
  }
}

function disposerOf(opened: AsyncDisposableStack): () => Promise<void> {
  return () => opened.disposeAsync();
}

/**
 * Refuses to work as another user than the one whose backend it is: that one could not open files
 * which this process has made.
 */
export async function checkOwner(dataDir: string): Promise<void> {
  const { uid } = await Deno.stat(dataDir);
  if (uid === null || uid === Deno.uid()) return;
  throw new StartRefusal(
    `The data directory ${dataDir} belongs to another user (number ${uid}): run this as that user.`,
  );
}
