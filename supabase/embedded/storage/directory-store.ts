import { randomUUID } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createDirectory, writeFileWhole } from "../database/durable-files.ts";
import { storageFiles } from "./storage-files.ts";
import type { FileStore } from "./stored-files.ts";

/** Holds the root's name, so that a folder that is not mounted is not taken for an empty store. */
const MARKER = "root";

/** The store in a data directory, of whatever database is used with it: it has one root. */
export function ownDirectory(path: string): FileStore {
  const marker = join(path, MARKER);
  return {
    name: `the data directory (${path})`,
    async begin() {
      const begun = await readMarker(marker);
      if (begun !== undefined) return begun;
      const root = randomUUID();
      await createDirectory(path, 0o700);
      await writeFileWhole(marker, root);
      return root;
    },
    has: async (root) => (await readMarker(marker)) === root,
    files: () => storageFiles(path),
    remove: () => rm(path, { recursive: true, force: true }),
  };
}

/** The store in a directory that several servers have, with a directory for each root. */
export function sharedDirectory(path: string): FileStore {
  const directoryOf = (root: string) => join(path, root);
  const markerOf = (root: string) => join(directoryOf(root), MARKER);
  return {
    name: `STORAGE_DIR (${path})`,
    async begin() {
      const root = randomUUID();
      await createDirectory(directoryOf(root), 0o700);
      await writeFileWhole(markerOf(root), root);
      return root;
    },
    has: async (root) => (await readMarker(markerOf(root))) === root,
    files: (root) => storageFiles(directoryOf(root)),
    remove: (root) => rm(directoryOf(root), { recursive: true, force: true }),
  };
}

async function readMarker(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
