import { randomUUID } from "node:crypto";
import { copyFile, cp, link, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Name of a directory for the copies of one backup, inside the data directory. */
export const SCRATCH_NAME = /^backup\.[0-9a-f-]{36}$/;

/** A directory of the data directory for the copies of one backup. */
export interface ScratchDirectory {
  name: string;
  path: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Creates a directory for copies beside what is copied, where files can have a second name instead
 * of a copy. It is locked, so that it is known to be left over when the process has ended.
 */
export async function createScratch(dataDir: string): Promise<ScratchDirectory> {
  const name = `backup.${randomUUID()}`;
  const path = join(dataDir, name);
  const lock = await Deno.open(`${path}.lock`, { write: true, create: true, mode: 0o600 });
  await lock.lock(true);
  await mkdir(path, { mode: 0o700 });
  return {
    name,
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.lock`, { force: true });
      lock.close();
    },
  };
}

/** Deletes what backups have left whose process was killed. */
export async function sweepScratch(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!SCRATCH_NAME.test(name.replace(/\.lock$/, ""))) continue;
    const path = join(dataDir, name.replace(/\.lock$/, ""));
    const lock = await Deno.open(`${path}.lock`, { write: true, create: true });
    const isLeft = await lock.tryLock(true);
    if (isLeft) {
      await rm(path, { recursive: true, force: true });
      await rm(`${path}.lock`, { force: true });
    }
    lock.close();
  }
}

/** Copies the files of a database that nobody writes at the moment. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
}

/**
 * Gives all files below a directory a second name below another one: stored objects are replaced
 * and never changed, so that the second name keeps the file as it is. Where a file can have no
 * second name, it is copied.
 */
export async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const entries = await readdir(from, { withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else if (!entry.name.endsWith(".tmp")) await linkFile(source, target);
  }
}

async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // It was deleted or replaced since the directory was read: whoever needs it notices.
    if (isMissing(error)) return;
    await copyFile(from, to).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
