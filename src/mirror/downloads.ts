import type { PersonDatabase } from "./person-database.ts";

/** Forgets a download and what came of it so far, inside the caller's transaction. */
export async function deleteDownload(db: PersonDatabase, fileId: string): Promise<void> {
  await db.downloads.delete(fileId);
  await db.downloadParts
    .where("[fileId+seq]")
    .between([fileId, 0], [fileId, Number.MAX_SAFE_INTEGER])
    .delete();
}
