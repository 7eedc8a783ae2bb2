import type { PersonDatabase } from "../person-database.ts";
import type { Download } from "./knowledge-rows.ts";

/**
 * Notes that a person wants a file on this device. A file that is downloaded or already wanted
 * stays unchanged.
 */
export async function wantDownload(
  db: PersonDatabase,
  fileId: string,
  sizeBytes: number,
): Promise<void> {
  await db.transaction("rw", db.downloads, async () => {
    const before = await db.downloads.get(fileId);
    if (before !== undefined && before.refusal === null) return;
    await db.downloads.put({ fileId, state: "wanted", receivedBytes: 0, sizeBytes, refusal: null });
  });
}

/** The downloads of a person, including complete ones. */
export const readDownloads = (db: PersonDatabase) => db.downloads.toArray();

/** One download; undefined when the file is neither downloaded nor wanted. */
export const readDownload = (db: PersonDatabase, fileId: string) => db.downloads.get(fileId);

/** The next file to fetch; undefined when there is none. */
export function nextDownload(db: PersonDatabase): Promise<Download | undefined> {
  return db.downloads
    .where("state")
    .equals("wanted")
    .filter(({ refusal }) => refusal === null)
    .first();
}

/** Stores a received part at its offset. @returns false when the download is not wanted any more */
export async function addDownloadPart(
  db: PersonDatabase,
  fileId: string,
  from: number,
  bytes: ArrayBuffer,
): Promise<boolean> {
  return db.transaction("rw", db.downloads, db.downloadParts, async () => {
    const download = await db.downloads.get(fileId);
    if (download?.state !== "wanted" || download.receivedBytes !== from) return false;
    await db.downloadParts.put({ fileId, seq: from, bytes });
    await db.downloads.update(fileId, { receivedBytes: from + bytes.byteLength });
    return true;
  });
}

/** The received parts of a file, in order. */
export const readDownloadParts = async (db: PersonDatabase, fileId: string) =>
  (await queryParts(db, fileId).toArray()).map(({ bytes }) => bytes);

/** Restarts a download from its first byte, because the received bytes were not the file. */
export async function restartDownload(db: PersonDatabase, fileId: string): Promise<void> {
  await db.transaction("rw", db.downloads, db.downloadParts, async () => {
    await queryParts(db, fileId).delete();
    await db.downloads.update(fileId, { receivedBytes: 0 });
  });
}

/**
 * Marks a download as complete; the file is stored in a cache. @returns false when it is not wanted
 * any more
 */
export async function finishDownload(db: PersonDatabase, fileId: string): Promise<boolean> {
  return db.transaction("rw", db.downloads, db.downloadParts, async () => {
    await queryParts(db, fileId).delete();
    return (await db.downloads.update(fileId, { state: "whole" })) === 1;
  });
}

/** Notes that the server refuses the file: nothing is tried again until the person asks. */
export const refuseDownload = (db: PersonDatabase, fileId: string, refusal: string) =>
  db.downloads.update(fileId, { refusal });

/** Deletes a download and its received parts. */
export async function deleteDownload(db: PersonDatabase, fileId: string): Promise<void> {
  await db.transaction("rw", db.downloads, db.downloadParts, async () => {
    await db.downloads.delete(fileId);
    await queryParts(db, fileId).delete();
  });
}

function queryParts(db: PersonDatabase, fileId: string) {
  return db.downloadParts
    .where("[fileId+seq]")
    .between([fileId, 0], [fileId, Number.MAX_SAFE_INTEGER]);
}
