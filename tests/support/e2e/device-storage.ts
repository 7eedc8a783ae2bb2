import { createHash } from "node:crypto";
import type { Page } from "playwright";
import { expect } from "vitest";

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** What a person's database on the device has, read without the app's code. */
export interface DeviceStorage {
  outbox: { id: string; state: string; attempts: number; reason: { code: string } | null }[];
  recordings: { id: string; state: string; durationMs: number }[];
  /** Recordings that arrived and are still kept. */
  keptAudio: { id: string; size: number; empty: boolean; sentAgainAs: string | null }[];
  /** SHA-256 of each recording's bytes in order, by recording id, including kept ones. */
  recordingHashes: Record<string, string>;
}

/** Reads one person's database; null when this device has none. */
export async function deviceStorage(page: Page, personId: string): Promise<DeviceStorage | null> {
  const raw = await page.evaluate(async (name) => {
    const names = (await indexedDB.databases()).map((database) => database.name);
    if (!names.includes(name)) return null;
    const db = await new Promise<IDBDatabase | null>((resolve, reject) => {
      const opening = indexedDB.open(name);
      let isGone = false;
      // It was deleted meanwhile, and must not be created anew.
      opening.onupgradeneeded = () => {
        isGone = true;
        opening.transaction?.abort();
      };
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => (isGone ? resolve(null) : reject(opening.error));
    });
    if (db === null) return null;
    const all = <T>(store: string) =>
      new Promise<T[]>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.onsuccess = () => resolve(request.result as T[]);
        request.onerror = () => reject(request.error);
      });
    const chunks = await all<{ recordingId: string; seq: number; bytes: ArrayBuffer }>(
      "recordingChunks",
    );
    const read = {
      outbox: await all<DeviceStorage["outbox"][number]>("outbox"),
      recordings: await all<{ id: string; state: string; durationMs: number }>("recordings"),
      keptAudio: await all<DeviceStorage["keptAudio"][number]>("keptAudio"),
      chunks: chunks.map(({ recordingId, seq, bytes }) => ({
        recordingId,
        seq,
        bytes: Array.from(new Uint8Array(bytes)),
      })),
    };
    db.close();
    return read;
  }, `field-agents-${personId}`);
  if (raw === null) return null;
  const recordingHashes: Record<string, string> = {};
  for (const id of new Set(raw.chunks.map(({ recordingId }) => recordingId))) {
    const hash = createHash("sha256");
    const own = raw.chunks.filter((chunk) => chunk.recordingId === id);
    for (const chunk of own.sort((a, b) => a.seq - b.seq))
      hash.update(Uint8Array.from(chunk.bytes));
    recordingHashes[id] = hash.digest("hex");
  }
  const { outbox, recordings, keptAudio } = raw;
  return { outbox, recordings, keptAudio, recordingHashes };
}

interface StoredTable {
  personId: string;
  table: string;
}

/** Waits until the table, which must exist on this device, has just rows like these. */
export async function untilRows(page: Page, stored: StoredTable, rows: object[]): Promise<void> {
  await expect.poll(() => storedRows(page, stored)).toMatchObject(rows);
}

export function storedRows(
  page: Page,
  { personId, table }: StoredTable,
): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    async ({ name, store }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await done(indexedDB.open(name));
      const rows = await done(db.transaction(store).objectStore(store).getAll());
      db.close();
      return rows;
    },
    { name: `field-agents-${personId}`, store: table },
  );
}

/** Puts a row without bytes into the table, past the app; null deletes the one with that id. */
export function writeRow(
  page: Page,
  { personId, table }: StoredTable,
  id: string,
  row: object | null,
): Promise<void> {
  return page.evaluate(
    async ({ name, store, id, row }) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      const rows = db.transaction(store, "readwrite").objectStore(store);
      const request = row === null ? rows.delete(id) : rows.put(row);
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      db.close();
    },
    { name: `field-agents-${personId}`, store: table, id, row },
  );
}

/** The seconds of encoded audio, as the browser decodes it. @throws when it can't be decoded */
export function decodedSeconds(page: Page, audio: Uint8Array): Promise<number> {
  return page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const decoded = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes.buffer);
    return decoded.duration;
  }, Buffer.from(audio).toString("base64"));
}
