import { isComplete, isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import type { Table } from "dexie";
import { HISTORY_SCOPE } from "../agent-logs.ts";
import { ASK_SCOPE } from "../conversations.ts";
import { type Answer, replaceRows } from "../lists/replace-rows.ts";
import type { PersonDatabase } from "../person-database.ts";
import { deleteDownload, readDownload, wantDownload } from "./downloads.ts";
import type { MirroredKnowledgeFile } from "./knowledge-rows.ts";
import { deletePassages } from "./passages.ts";
import { citedFiles, isReplacedHere, laterVersions } from "./versions.ts";

/** Name of the scope that holds the files of the knowledge base. */
export const KNOWLEDGE_FILES_SCOPE = "knowledge-files";

/**
 * Replaces the mirrored files of the knowledge base by the server's answer. Deletes all data of
 * files that the answer does not contain. Whoever had a file downloaded gets the version that took
 * its place.
 */
export async function replaceKnowledgeFiles(
  db: PersonDatabase,
  answer: Answer<KnowledgeFile>,
): Promise<void> {
  const tables = [...tablesOfFiles(db), db.scopes];
  await db.transaction("rw", tables, async () => {
    const known = await db.knowledgeFiles.toArray();
    const passagesOf = new Map(known.map((file) => [file.id, file.passagesOf]));
    const rows = answer.rows.map((file) => {
      return { ...file, passagesOf: passagesOf.get(file.id) ?? null };
    });
    const scope = { name: KNOWLEDGE_FILES_SCOPE, holds: () => true };
    const replaced = await replaceRows(db, db.knowledgeFiles, scope, { ...answer, rows });
    for (const id of replaced?.gone ?? []) await deleteContent(db, id);
    const before = new Map(known.map((file) => [file.id, file]));
    const changed = (replaced?.brought ?? []).filter((file) => {
      return isSuperseded(file) && !isSuperseded(before.get(file.id) ?? file);
    });
    for (const file of changed) await wantNewVersion(db, file, answer.rows);
  });
}

/** Has the newest version downloaded where the replaced one was, in the caller's transaction. */
async function wantNewVersion(
  db: PersonDatabase,
  file: KnowledgeFile,
  files: readonly KnowledgeFile[],
): Promise<void> {
  const newest = laterVersions(new Map(files.map((each) => [each.id, each])), file).at(-1);
  if (newest === undefined || (await readDownload(db, file.id)) === undefined) return;
  await wantDownload(db, newest.id, newest.size_bytes);
}

/**
 * Deletes what this device has of files in whose place a newer version answers, except of those
 * that a message here cites.
 */
export async function freeReplacedFiles(db: PersonDatabase): Promise<void> {
  const replaced = (await db.knowledgeFiles.toArray()).filter((file) => isSuperseded(file));
  if (replaced.length === 0) return;
  await db.transaction("rw", [...tablesOfFiles(db), db.messages], async () => {
    const cited = await citedFiles(db);
    const files = new Map((await allKnowledgeFiles(db)).map((file) => [file.id, file]));
    for (const file of files.values()) {
      if (!isReplacedHere(files, file) || cited.has(file.id)) continue;
      await deleteContent(db, file.id);
      if (file.passagesOf !== null) await db.knowledgeFiles.update(file.id, { passagesOf: null });
    }
  });
}

/** The files of one company, newest first. */
export async function readKnowledgeFiles(
  db: PersonDatabase,
  companyId: string,
): Promise<MirroredKnowledgeFile[]> {
  const files = await db.knowledgeFiles
    .filter((file) => file.company_id === companyId && !file.leaving)
    .toArray();
  return files.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** One file; undefined when the person does not have it. */
export async function readKnowledgeFile(
  db: PersonDatabase,
  id: string,
): Promise<MirroredKnowledgeFile | undefined> {
  const file = await db.knowledgeFiles.get(id);
  return file?.leaving ? undefined : file;
}

/** Every file that the person may read. */
export async function allKnowledgeFiles(db: PersonDatabase): Promise<MirroredKnowledgeFile[]> {
  // Not filtered by IndexedDB, which would return the rows one by one: every search reads all of
  // them, often hundreds.
  return (await db.knowledgeFiles.toArray()).filter((file) => !file.leaving);
}

/** Stores the server's present state of files. @param now epoch ms */
export async function putKnowledgeFiles(
  db: PersonDatabase,
  files: readonly KnowledgeFile[],
  now: number,
): Promise<void> {
  await db.transaction("rw", db.knowledgeFiles, async () => {
    for (const file of files) {
      const passagesOf = (await db.knowledgeFiles.get(file.id))?.passagesOf ?? null;
      await db.knowledgeFiles.put({ ...file, passagesOf, mirroredAt: now, leaving: false });
    }
  });
}

/**
 * Hides a file that the server has deleted, and deletes its data. An answer to an older request
 * does not bring the file back.
 * @param now epoch ms
 */
export async function removeKnowledgeFile(
  db: PersonDatabase,
  id: string,
  now: number,
): Promise<void> {
  await db.transaction("rw", tablesOfFiles(db), async () => {
    const change = { passagesOf: null, mirroredAt: now, leaving: true };
    await db.knowledgeFiles.update(id, change);
    await deleteContent(db, id);
  });
}

function tablesOfFiles(db: PersonDatabase): Table[] {
  return [db.knowledgeFiles, db.passages, db.passageIndexes, db.downloads, db.downloadParts];
}

/** Deletes the content of a file, inside the caller's transaction. */
async function deleteContent(db: PersonDatabase, id: string): Promise<void> {
  await deletePassages(db, id);
  await deleteDownload(db, id);
}

/**
 * Whether a file's passages belong on this device: those of the person's own company do, and of a
 * file that a newer version replaced only while a message here cites it.
 */
export function wantsPassages(
  file: Omit<MirroredKnowledgeFile, "passagesOf">,
  companyId: string | null,
  cited: ReadonlySet<string>,
): boolean {
  if (isSuperseded(file) && !cited.has(file.id)) return false;
  const isOwn = file.company_id === companyId && file.deleting_at === null;
  return isOwn && isComplete(file) && file.indexed_at !== null;
}

/**
 * Whether this device has loaded, at least once, everything that the person's pages show without a
 * signal: the history, the conversation with Ask, the manuals and all their passages.
 */
export async function wasPulled(db: PersonDatabase, companyId: string | null): Promise<boolean> {
  const shown = [HISTORY_SCOPE, ASK_SCOPE, KNOWLEDGE_FILES_SCOPE];
  const [scopes, files] = await Promise.all([db.scopes.bulkGet(shown), allKnowledgeFiles(db)]);
  const cited = await citedFiles(db);
  const isMissing = (file: MirroredKnowledgeFile) =>
    wantsPassages(file, companyId, cited) && file.passagesOf === null;
  return !scopes.includes(undefined) && !files.some(isMissing);
}
