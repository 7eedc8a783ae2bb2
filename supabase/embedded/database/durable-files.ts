import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";

/**
 * Creates a directory and its missing parents so that they survive a power cut; does nothing if the
 * directory exists.
 */
export async function createDirectory(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  let created = path;
  do {
    created = dirname(created);
    await syncDirectory(created);
  } while (created.length >= first.length);
}

/**
 * Renames a file or directory so that the new name survives a power cut. Until the rename is done,
 * what had that name before stays.
 */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncDirectory(dirname(to));
}

/** Replaces a file as a whole: a crash or power cut leaves the old content or the new. Mode 600. */
export async function writeFileWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await renameDurably(draft, path);
}

/** After this, all creations, renames and deletions in the directory survive a power cut. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open a directory as a file; it has its own journal for file names.
  if (process.platform === "win32") return;
  await syncFile(path, "r");
}

/** After this, the directory and everything in it survive a power cut. */
export async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true });
  await Promise.all(
    entries.map((entry) => {
      const inside = join(path, entry.name);
      return entry.isDirectory() ? syncTree(inside) : syncFile(inside, "r+");
    }),
  );
  await syncDirectory(path);
}

/** After this, the content of the file survives a power cut. */
export async function syncFile(path: string, flags: "r" | "r+"): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
