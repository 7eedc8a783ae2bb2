import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Creates a directory for good, and those above it that are missing; does nothing when it is there. */
export async function createDirectory(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  if (first === undefined) return;
  let created = path;
  do {
    created = dirname(created);
    await syncDirectory(created);
  } while (created.length >= first.length);
}

/** Puts a file or directory in its place for good; until then, what was there before stays. */
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

/** After this, a power cut takes none of the directory's names away, and brings none back. */
export async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directory; it keeps their names in a journal of its own.
  if (Deno.build.os === "windows") return;
  await syncFile(path, "r");
}

/** After this, a power cut takes nothing of the directory and all that is in it. */
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

async function syncFile(path: string, flags: "r" | "r+"): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
