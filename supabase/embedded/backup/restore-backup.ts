import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedDatabase } from "../database/pglite-database.ts";
import { openPostgresDatabase } from "../database/postgres-database.ts";
import { type DataDirectory, openDataDirectory } from "../setup/data-directory.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { readRoot } from "../storage/file-store.ts";
import type { Contents, Manifest } from "./archive-format.ts";
import { type BackupSettings, checkOwner } from "./backup-source.ts";
import { checkArchive } from "./check-archive.ts";
import { dropEverything, isFilled, otherSessions } from "./emptied-database.ts";
import { loadArchive } from "./load-archive.ts";
import { beginFiles } from "./new-files.ts";
import {
  beginReplacement,
  commitReplacement,
  finishReplacement,
  isPrepared,
  prepareReplacement,
  settleReplacement,
} from "./replacement.ts";
import { isRestored, recordRestore } from "./restore-record.ts";

/**
 * Puts a backup in the place of what a backend with these settings keeps. Until it is complete,
 * everything stays as it was, however the restore ends.
 * @param options.migrations absolute path of the directory with this version's migrations
 * @param options.replace whether data that is there may go
 * @throws StartRefusal when the archive is damaged or newer, a backend runs, or data would be lost.
 */
export async function restoreBackup(
  settings: BackupSettings,
  path: string,
  options: { migrations: string; replace: boolean },
): Promise<Contents> {
  // Before anything is opened, which creates a directory where there is none.
  const { manifest, contents } = await checkArchive(path, options.migrations);
  const data = await openDataDirectory(settings.dataDir);
  try {
    await checkOwner(data.path);
    const { storage } = settings;
    const wanted = { ...options, path, manifest, storage };
    if (settings.databaseUrl) await restoreToPostgres(settings.databaseUrl, data, wanted);
    else await restoreToPglite(data, wanted);
    return contents;
  } finally {
    await finishReplacement(data.path);
    data.release();
  }
}

/** What to restore, and how. */
interface Restore {
  path: string;
  manifest: Manifest;
  migrations: string;
  replace: boolean;
  /** Where the files go, if not into the data directory. */
  storage: BackupSettings["storage"];
}

/** The root of the files that belong to an embedded database; undefined if there is none. */
async function rootOf(directory: string): Promise<string | undefined> {
  if (!existsSync(directory)) return undefined;
  const database = await openEmbeddedDatabase(directory);
  return await database.transaction(readRoot).finally(() => database.close());
}

async function restoreToPglite(data: DataDirectory, restore: Restore): Promise<void> {
  if (existsSync(data.database) && !restore.replace) {
    throw wouldReplace(`The data directory ${data.path}`);
  }
  const old = restore.storage ? await rootOf(data.database) : undefined;
  const directory = await beginReplacement(data.path);
  const stored = await beginFiles(restore.storage, directory);
  const secretsFile = join(directory, "secrets.json");
  try {
    const database = await openEmbeddedDatabase(join(directory, "database"));
    await database
      .transaction((tx) => loadArchive({ ...restore, ...stored, secretsFile, isShared: false }, tx))
      .finally(() => database.close());
  } catch (error) {
    await stored.discard();
    throw error;
  }
  await commitReplacement(data.path);
  await stored.replaces(old);
}

async function restoreToPostgres(
  url: string,
  data: DataDirectory,
  restore: Restore,
): Promise<void> {
  const { host, pathname } = new URL(url);
  const where = `The database at ${host}${pathname}`;
  const database = await openPostgresDatabase(url);
  try {
    await settleReplacement(data.path, isRestored(database));
    const id = randomUUID();
    const directory = await beginReplacement(data.path);
    const stored = await beginFiles(restore.storage, directory);
    const secretsFile = join(directory, "secrets.json");
    let old: string | undefined;
    const restored = database.transaction(async (tx) => {
      const others = await otherSessions(tx);
      if (others > 0) {
        throw new StartRefusal(
          `${where} is in use (${others} other connections): stop the backends that work on it, then restore.`,
        );
      }
      const isEmpty = !(await isFilled(tx));
      if (!isEmpty && !restore.replace) throw wouldReplace(where);
      if (!restore.storage && existsSync(data.storage) && !restore.replace) {
        throw wouldReplace(`The data directory ${data.path}`);
      }
      old = await readRoot(tx);
      if (!isEmpty) await dropEverything(tx);
      await loadArchive({ ...restore, ...stored, secretsFile, isShared: true }, tx);
      await recordRestore(tx, id);
      await prepareReplacement(data.path, id);
    });
    await restored.catch(async (error) => {
      // Without the answer to a commit, nobody knows whether the database names the new files.
      if (!isPrepared(data.path)) await stored.discard();
      throw error;
    });
    await settleReplacement(data.path, isRestored(database));
    await stored.replaces(old);
  } finally {
    await database.close();
  }
}

function wouldReplace(what: string): StartRefusal {
  return new StartRefusal(
    `${what} holds data already: add --replace to put the backup in its place, or choose another DATA_DIR or DATABASE_URL.`,
  );
}
