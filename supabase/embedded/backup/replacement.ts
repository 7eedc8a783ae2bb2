// How a restore takes the place of what was there: what is new is complete in a directory of its own
// before the first old file goes, and from then on it can only go forward.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { renameDurably, syncTree } from "../database/durable-files.ts";

/** What may be replaced in a data directory. */
const PARTS = ["database", "storage", "secrets.json"] as const;

/** Being written; an interrupted restore leaves it, and it counts for nothing. */
const draftOf = (dataDir: string) => join(dataDir, "restore.new");
/** Complete, and valid if the PostgreSQL database holds the restore that it belongs to. */
const preparedOf = (dataDir: string) => join(dataDir, "restore.prepared");
/** Complete and valid: it takes the place of the old files, however often it is interrupted. */
const readyOf = (dataDir: string) => join(dataDir, "restore.ready");
/** Names the restore in a directory that is prepared. */
const ID_FILE = "restore-id";

/** Begins a replacement. Answers the empty directory for the new parts. */
export async function beginReplacement(dataDir: string): Promise<string> {
  const draft = draftOf(dataDir);
  await rm(draft, { recursive: true, force: true });
  await rm(preparedOf(dataDir), { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  return draft;
}

/** Puts the parts of the draft in their places: the replacement is done, whatever happens next. */
export async function commitReplacement(dataDir: string): Promise<void> {
  await syncTree(draftOf(dataDir));
  await renameDurably(draftOf(dataDir), readyOf(dataDir));
  await finishReplacement(dataDir);
}

/**
 * Makes the draft wait for the commit of a database: `settleReplacement` puts its parts in their
 * places, or deletes it, depending on whether the database holds this id.
 */
export async function prepareReplacement(dataDir: string, id: string): Promise<void> {
  const draft = draftOf(dataDir);
  await Deno.writeTextFile(join(draft, ID_FILE), id, { mode: 0o600 });
  await syncTree(draft);
  await renameDurably(draft, preparedOf(dataDir));
}

/** Whether a replacement waits for a database. */
export function isPrepared(dataDir: string): boolean {
  return existsSync(preparedOf(dataDir));
}

/** Ends a replacement that waits for a database, if there is one. */
export async function settleReplacement(
  dataDir: string,
  isCommitted: (id: string) => Promise<boolean>,
): Promise<void> {
  if (!isPrepared(dataDir)) return;
  const prepared = preparedOf(dataDir);
  const id = await readFile(join(prepared, ID_FILE), "utf8");
  if (!(await isCommitted(id))) return await rm(prepared, { recursive: true, force: true });
  await renameDurably(prepared, readyOf(dataDir));
  await finishReplacement(dataDir);
}

/** Goes on with a replacement that was interrupted, and deletes a draft. */
export async function finishReplacement(dataDir: string): Promise<void> {
  await rm(draftOf(dataDir), { recursive: true, force: true });
  const ready = readyOf(dataDir);
  if (!existsSync(ready)) return;
  for (const part of PARTS) {
    if (!existsSync(join(ready, part))) continue;
    await rm(join(dataDir, part), { recursive: true, force: true });
    await renameDurably(join(ready, part), join(dataDir, part));
  }
  await rm(ready, { recursive: true, force: true });
}
