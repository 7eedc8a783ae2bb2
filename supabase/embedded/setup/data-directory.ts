import { join } from "node:path";
import { z } from "zod/mini";
import { parseJson } from "#supabase/functions/_shared/contracts/parse-json.ts";
import { createDirectory, writeFileWhole } from "../database/durable-files.ts";
import { StartRefusal } from "./start-refusal.ts";

/** The layout of a data directory, and the PostgreSQL major version inside PGlite. */
const FORMAT = 1;
export const EMBEDDED_POSTGRES_MAJOR = 17;

/** What is where in a data directory. Paths are absolute. */
export interface DataPaths {
  path: string;
  database: string;
  storage: string;
  mail: string;
  secrets: string;
  /** The log of a backend that was started on a terminal. */
  log: string;
}

/** A data directory that this process alone has open. */
export interface DataDirectory extends DataPaths {
  release(): void;
}

export function dataPaths(path: string): DataPaths {
  return {
    path,
    database: join(path, "database"),
    storage: join(path, "storage"),
    mail: join(path, "mail"),
    secrets: join(path, "secrets.json"),
    log: join(path, "log", "server.log"),
  };
}

const markerSchema = z.object({ format: z.int(), postgres: z.int() });

/**
 * Creates or opens a data directory and locks it until `release` or the end of the process.
 * @throws StartRefusal when it cannot be written, belongs to another version, or is in use.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  const opened = await openUnlessInUse(path);
  if (opened) return opened;
  throw new StartRefusal(`The data directory ${path} is in use by another Field Agents process.`);
}

/** Opens a data directory; null when another process has it open. @throws as `openDataDirectory` */
export async function openUnlessInUse(path: string): Promise<DataDirectory | null> {
  let lock: Deno.FsFile | undefined;
  try {
    await createDirectory(path, 0o700);
    lock = await Deno.open(join(path, "lock"), { read: true, write: true, create: true });
    const release = lock.close.bind(lock);
    // The kernel holds the lock and releases it when the process ends, however it ends.
    if (!(await lock.tryLock(true))) {
      release();
      return null;
    }
    await checkMarker(path);
    return { ...dataPaths(path), release };
  } catch (error) {
    lock?.close();
    throw error instanceof StartRefusal ? error : unwritable(path, error);
  }
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

async function checkMarker(path: string): Promise<void> {
  const file = join(path, "format.json");
  const ours = { format: FORMAT, postgres: EMBEDDED_POSTGRES_MAJOR };
  const text = await Deno.readTextFile(file).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (text === undefined) {
    await refuseForeignFolder(path);
    return await writeFileWhole(file, `${JSON.stringify(ours)}\n`);
  }
  const theirs = markerSchema.safeParse(parseJson(text)).data;
  if (!theirs) {
    throw new StartRefusal(`The data directory ${path} has a damaged format.json.`);
  }
  if (theirs.format !== ours.format || theirs.postgres !== ours.postgres) {
    throw new StartRefusal(
      `The data directory ${path} was made by another major version (format ${theirs.format}, PostgreSQL ${theirs.postgres}; this one needs format ${ours.format}, PostgreSQL ${ours.postgres}): start the version that made it, or choose another DATA_DIR.`,
    );
  }
}

/** Refuses a folder with other files: a mistyped DATA_DIR must not mix a database with them. */
async function refuseForeignFolder(path: string): Promise<void> {
  for await (const entry of Deno.readDir(path)) {
    if (entry.name !== "lock" && !entry.name.endsWith(".tmp")) {
      throw new StartRefusal(
        `DATA_DIR ${path} holds other files (${entry.name}): choose an empty directory.`,
      );
    }
  }
}

function unwritable(path: string, error: unknown): StartRefusal {
  const reason = error instanceof Error ? error.message.replace(/[:,] (open|mkdir).*$/, "") : error;
  return new StartRefusal(`The data directory ${path} cannot be written: ${reason}.`);
}
