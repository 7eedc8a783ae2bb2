import type { KnowledgeFile } from "@contracts/knowledge.ts";
import type { Table } from "dexie";
import type { MirroredKnowledgeFile, PersonDatabase } from "../person-database.ts";
import { deleteDownload } from "./downloads.ts";
import { deletePassages } from "./passages.ts";

/** Name of the scope that holds the files of the knowledge base. */
export const KNOWLEDGE_FILES_SCOPE = "knowledge-files";

/**
 * Replaces the mirrored files of the knowledge base by what the server answered at `now`. Of a file
 * that is not among them any more, nothing stays.
 */
export async function replaceKnowledgeFiles(
  db: PersonDatabase,
  files: readonly KnowledgeFile[],
  now: number,
): Promise<void> {
  const tables = [...tablesOfFiles(db), db.scopes];
  await db.transaction("rw", tables, async () => {
    const before = new Map((await db.knowledgeFiles.toArray()).map((file) => [file.id, file]));
    await db.knowledgeFiles.bulkPut(
      files.map((file) => ({ ...file, passagesOf: before.get(file.id)?.passagesOf ?? null })),
    );
    for (const { id } of files) before.delete(id);
    for (const id of before.keys()) await deleteFile(db, id);
    await db.scopes.put({ name: KNOWLEDGE_FILES_SCOPE, refreshedAt: now });
  });
}

/** The files of one company, newest first. */
export async function readKnowledgeFiles(
  db: PersonDatabase,
  companyId: string,
): Promise<MirroredKnowledgeFile[]> {
  const files = await db.knowledgeFiles.filter((file) => file.company_id === companyId).toArray();
  return files.sort((a, b) => b.created_at.localeCompare(a.created_at));
}

/** One file; undefined when it is not among the person's. */
export function readKnowledgeFile(
  db: PersonDatabase,
  id: string,
): Promise<MirroredKnowledgeFile | undefined> {
  return db.knowledgeFiles.get(id);
}

/** Puts one file as it is now. */
export async function putKnowledgeFile(db: PersonDatabase, file: KnowledgeFile): Promise<void> {
  await db.transaction("rw", db.knowledgeFiles, async () => {
    const before = await db.knowledgeFiles.get(file.id);
    await db.knowledgeFiles.put({ ...file, passagesOf: before?.passagesOf ?? null });
  });
}

/** Forgets one file, with everything of it. */
export async function removeKnowledgeFile(db: PersonDatabase, id: string): Promise<void> {
  await db.transaction("rw", tablesOfFiles(db), () => deleteFile(db, id));
}

function tablesOfFiles(db: PersonDatabase): Table[] {
  return [db.knowledgeFiles, db.passages, db.passageIndexes, db.downloads, db.downloadParts];
}

async function deleteFile(db: PersonDatabase, id: string): Promise<void> {
  await db.knowledgeFiles.delete(id);
  await deletePassages(db, id);
  await deleteDownload(db, id);
}
