import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { MirroredKnowledgeFile, PassageIndex } from "./knowledge-rows.ts";
import { isReplacedHere } from "./versions.ts";

/** Rows per write: few enough not to block a page. */
const BATCH = 200;
/** So many passages of a file are enough to know some of its headings and codes. */
const FIRST = 60;

/**
 * Replaces a file's passages by those that the server had at `indexedAt`. The index of the old
 * passages is deleted too, so that an index always matches the stored passages.
 */
export async function replacePassages(
  db: PersonDatabase,
  fileId: string,
  indexedAt: string,
  passages: readonly KnowledgeChunk[],
): Promise<void> {
  await db.transaction("rw", db.knowledgeFiles, db.passages, db.passageIndexes, async () => {
    const file = await db.knowledgeFiles.get(fileId);
    // The file was withdrawn while its passages were loaded.
    if (file === undefined || file.leaving) return;
    await deletePassages(db, fileId);
    for (let from = 0; from < passages.length; from += BATCH) {
      await db.passages.bulkAdd(passages.slice(from, from + BATCH));
    }
    await db.knowledgeFiles.update(fileId, { passagesOf: indexedAt });
  });
}

/** A file's passages, in reading order. */
export const readPassages = (db: PersonDatabase, fileId: string) => ofFile(db, fileId).toArray();

/** The first passages of a file, in reading order. */
export const readFirstPassages = (db: PersonDatabase, fileId: string) =>
  ofFile(db, fileId).limit(FIRST).toArray();

/** How many passages are on this device. */
export const countPassages = (db: PersonDatabase) => db.passages.count();

/** Single passages, in the order of `keys`; undefined for those that are not on this device. */
export const readSomePassages = (
  db: PersonDatabase,
  keys: readonly { fileId: string; chunkNo: number }[],
) => db.passages.bulkGet(keys.map(({ fileId, chunkNo }): [string, number] => [fileId, chunkNo]));

/** Files whose passages are on this device, without those in whose place a newer version answers. */
export async function filesWithPassages(db: PersonDatabase): Promise<MirroredKnowledgeFile[]> {
  // Not filtered by IndexedDB, which would return the rows one by one: every search reads all of
  // them, often hundreds.
  const rows = await db.knowledgeFiles.toArray();
  const files = new Map(rows.filter(({ leaving }) => !leaving).map((row) => [row.id, row]));
  return rows.filter((row) => row.passagesOf !== null && !isReplacedHere(files, row));
}

/** The indexes of these files, in the order of `fileIds`; undefined where there is none yet. */
export const readPassageIndexes = (db: PersonDatabase, fileIds: readonly string[]) =>
  db.passageIndexes.bulkGet([...fileIds]);

/** Stores an index, unless the passages it was built from were replaced meanwhile. */
export async function putPassageIndex(db: PersonDatabase, index: PassageIndex): Promise<void> {
  await db.transaction("rw", db.knowledgeFiles, db.passageIndexes, async () => {
    const file = await db.knowledgeFiles.get(index.fileId);
    if (file?.passagesOf === index.indexedAt) await db.passageIndexes.put(index);
  });
}

/** Deletes a file's passages and their index, inside the caller's transaction. */
export async function deletePassages(db: PersonDatabase, fileId: string): Promise<void> {
  await ofFile(db, fileId).delete();
  await db.passageIndexes.delete(fileId);
}

function ofFile(db: PersonDatabase, fileId: string) {
  return db.passages
    .where("[file_id+chunk_no]")
    .between([fileId, 0], [fileId, Number.MAX_SAFE_INTEGER]);
}
