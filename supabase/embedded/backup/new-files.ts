import { join } from "node:path";
import { fileStore } from "../storage/file-store.ts";
import type { StoredFiles } from "../storage/stored-files.ts";
import type { BackupSettings } from "./backup-source.ts";

/** Where the files of a restore go before it counts. */
interface NewFiles {
  files: StoredFiles;
  root: string;
  /** Removes them, if they have no directory that goes anyway. */
  discard(): Promise<void>;
  /** Removes those of the root that they take the place of. */
  replaces(root: string | undefined): Promise<void>;
}

/**
 * Begins with the files: a shared store gets a root of their own for them, so that the old ones stay
 * until the database that names the new root is there. A restore that is killed leaves its root, which
 * no database names.
 * @param directory where the new parts of the data directory are made
 */
export async function beginFiles(
  storage: BackupSettings["storage"],
  directory: string,
): Promise<NewFiles> {
  const store = fileStore(storage, join(directory, "storage"));
  const root = await store.begin();
  return {
    files: store.files(root),
    root,
    discard: async () => {
      // What stays is named by no database, and the reason for the failure is to be told.
      if (storage) await store.remove(root).catch(() => {});
    },
    async replaces(old) {
      if (!storage || old === undefined) return;
      try {
        if (await store.has(old)) await store.remove(old);
      } catch (error) {
        // The new ones are in their place, whatever becomes of these.
        const reason = error instanceof Error ? error.message : error;
        console.warn(`The files that were replaced are still in ${store.name}: ${reason}`);
      }
    },
  };
}
