import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Database, Transaction } from "../database/database.ts";
import { openEmbeddedDatabase } from "../database/pglite-database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import { DirectoryInUse, openDataDirectory, pathsOf } from "../setup/data-directory.ts";
import { secretsText } from "../setup/secrets.ts";
import type { Settings } from "../setup/settings.ts";
import { findSharedSecrets } from "../setup/shared-secrets.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { fileStore, readRoot } from "../storage/file-store.ts";
import { storageFiles } from "../storage/storage-files.ts";
import type { StoredFiles } from "../storage/stored-files.ts";
import { requestCopy } from "./copy-task.ts";
import { settleRestore } from "./restore-record.ts";
import { createScratch, linkFiles } from "./scratch-directory.ts";

/** The settings that say where a backend keeps what it has. */
export type BackupSettings = Pick<Settings, "dataDir" | "databaseUrl" | "storage" | "secrets">;

/** What a backup is made of. */
export interface BackupSource {
  kind: "PGlite" | "PostgreSQL";
  database: Database;
  /** The text of the secrets file. */
  secrets: string;
  /**
   * The stored files. Called once the database's snapshot is taken: those of a data directory are as
   * they are now, those of a shared store go on changing.
   */
  keepFiles(snapshot: Transaction): Promise<StoredFiles>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens what a backend with these settings works on, whether one runs or not.
 * @throws StartRefusal when there is nothing, or it cannot be reached.
 */
export async function openSource(settings: BackupSettings): Promise<BackupSource> {
  await using opened = new AsyncDisposableStack();
  const { dataDir, databaseUrl, storage } = settings;
  const paths = pathsOf(dataDir);
  const isAllElsewhere = databaseUrl !== undefined && storage !== undefined;
  if (!isAllElsewhere && !existsSync(databaseUrl ? dataDir : paths.database)) {
    throw new StartRefusal(
      `There is nothing to back up in ${dataDir}: set DATA_DIR as at the start.`,
    );
  }
  if (existsSync(dataDir)) await checkOwner(dataDir);
  /** The files of a store that is not in the data directory. */
  const sharedFiles = async (snapshot: Transaction) => {
    const root = await readRoot(snapshot);
    const store = fileStore(storage, paths.storage);
    if (root !== undefined && (await store.has(root))) return store.files(root);
    throw new StartRefusal(
      `The files of this database are not in ${store.name}: set STORAGE_DIR or STORAGE_S3_… as at the start.`,
    );
  };

  if (databaseUrl) {
    if (existsSync(dataDir)) await settleUnlessInUse(dataDir, databaseUrl);
    const database = await openPostgresDatabase(databaseUrl);
    opened.defer(() => database.close());
    const secrets = secretsText(
      settings.secrets ?? (await findSharedSecrets(database, paths.secrets)),
    );
    if (storage) {
      return {
        kind: "PostgreSQL",
        ...{ database, secrets, keepFiles: sharedFiles },
        [Symbol.asyncDispose]: disposerOf(opened.move()),
      };
    }
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

  let { database: directory, storage: ownFiles } = paths;
  try {
    const data = await openDataDirectory(dataDir);
    opened.defer(data.release);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const scratch = opened.use(await createScratch(dataDir));
    await requestCopy(dataDir, scratch.name);
    directory = join(scratch.path, "database");
    ownFiles = join(scratch.path, "storage");
  }
  const database = await openEmbeddedDatabase(directory);
  opened.defer(() => database.close());
  return {
    kind: "PGlite",
    database,
    secrets: settings.secrets
      ? secretsText(settings.secrets)
      : await readFile(paths.secrets, "utf8"),
    keepFiles: storage ? sharedFiles : async () => storageFiles(ownFiles),
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
