import type { Database, Transaction } from "../database/database.ts";
import { createServerSchema } from "../database/server-schema.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { ownDirectory, sharedDirectory } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";
import type { SharedStorage } from "./shared-storage.ts";
import { FileMissing, type FileStore, type StoredFiles } from "./stored-files.ts";

/**
 * The store that the settings name.
 * @param ownPath the data directory's part for files
 */
export function fileStore(storage: SharedStorage | undefined, ownPath: string): FileStore {
  if (!storage) return ownDirectory(ownPath);
  return "s3" in storage ? s3Store(storage.s3) : sharedDirectory(storage.directory);
}

/** How many files of an older version are looked for, until one is found. */
const SAMPLE = 20;

/**
 * Opens the files of a database, all of whose servers must use the same store.
 * @throws StartRefusal when the database's files are in another one.
 */
export async function openFiles(database: Database, store: FileStore): Promise<StoredFiles> {
  return await database.alone(() =>
    database.transaction(async (tx) => {
      await createServerSchema(tx);
      const kept = await readRoot(tx);
      if (kept !== undefined && (await store.has(kept))) return store.files(kept);
      const sample = await someObjects(tx);
      if (sample.length > 0 && (kept !== undefined || !(await holdsAny(store, sample)))) {
        throw new StartRefusal(
          `The files of this database are not in ${store.name}: set STORAGE_DIR, STORAGE_S3_… and DATA_DIR as on the server that stored them. To move them, make a backup with those settings and restore it with these.`,
        );
      }
      const root = await store.begin();
      await writeRoot(tx, root);
      return store.files(root);
    }),
  );
}

/** The root of a database's files; undefined when it has none. */
export async function readRoot(tx: Transaction): Promise<string | undefined> {
  const [table] = await tx.query(
    "select to_regclass('embedded_server.file_root') is not null as found",
  );
  if (table?.found !== true) return undefined;
  const [row] = await tx.query("select root from embedded_server.file_root");
  return row ? String(row.root) : undefined;
}

/** Records the root of a database's files. `createServerSchema` was run in it. */
export async function writeRoot(tx: Transaction, root: string): Promise<void> {
  await tx.query(
    `insert into embedded_server.file_root (root) values ($1)
     on conflict (only_one) do update set root = excluded.root`,
    [root],
  );
}

async function someObjects(tx: Transaction): Promise<{ bucket: string; key: string }[]> {
  const [table] = await tx.query("select to_regclass('storage.objects') is not null as found");
  if (table?.found !== true) return [];
  const rows = await tx.query(
    `select bucket_id, name from storage.objects order by created_at desc limit ${SAMPLE}`,
  );
  return rows.map((row) => ({ bucket: String(row.bucket_id), key: String(row.name) }));
}

/** Whether a store holds files from before the database had a root: only a data directory does. */
async function holdsAny(
  store: FileStore,
  sample: readonly { bucket: string; key: string }[],
): Promise<boolean> {
  const files = store.files("");
  for (const { bucket, key } of sample) {
    try {
      await files.headObject(bucket, key, undefined);
      return true;
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
    }
  }
  return false;
}
