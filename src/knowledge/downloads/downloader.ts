import type { Backend } from "#backend/backend.ts";
import {
  addDownloadPart,
  finishDownload,
  nextDownload,
  readDownload,
  readDownloadParts,
  readDownloads,
  refuseDownload,
  restartDownload,
} from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import type { Download } from "#mirror/person/knowledge/knowledge-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { watch } from "#mirror/watch.ts";
import type { ManualCache } from "./manual-cache.ts";

/** Size of the stored parts (bytes): an interrupted connection loses at most this much. */
const PART_BYTES = 256 * 1024;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface DownloaderOptions {
  db: PersonDatabase;
  objects: Backend["objects"];
  cache: ManualCache;
  /**
   * Loads everything else that is needed to open a downloaded file without a network.
   * @throws when that could not be loaded
   */
  prepare: (fileId: string, signal: AbortSignal) => Promise<void>;
  locks: Pick<LockManager, "request">;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Downloads the files that a person wants on this device, one after the other and in one tab at a
 * time. An interruption loses only bytes that were not stored yet; the download continues after
 * them. Complete files are put into the cache; files that are not wanted any more are removed from
 * it. A file counts as complete once it can be opened.
 * @returns a function that stops it
 */
export function startDownloader(options: DownloaderOptions): () => void {
  const { db, cache, locks, wait } = options;
  const stop = new AbortController();
  let wake = () => {};

  async function work(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (!stop.signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const download = await nextDownload(db);
      if (download === undefined) {
        await cache.keepOnly(new Set((await readDownloads(db)).map(({ fileId }) => fileId)));
        await woken;
        continue;
      }
      if (await fetchWhileWanted(options, download, stop.signal)) {
        pause = FIRST_PAUSE_MS;
      } else {
        await Promise.race([woken, wait(pause, stop.signal)]);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
      }
    }
  }

  const name = `field-agents-downloads-${db.personId}`;
  // Rejects when the signal is aborted, or when the database was closed because the person signed
  // out.
  void locks.request(name, { signal: stop.signal }, work).catch(() => undefined);
  let last = "";
  const endWatch = watch(db, wantedDownloads, (wanted) => {
    if (wanted !== last) wake();
    last = wanted;
  });
  const online = () => wake();
  globalThis.addEventListener("online", online);
  return () => {
    stop.abort();
    wake();
    endWatch();
    globalThis.removeEventListener("online", online);
  };
}

/** A text that changes with the wanted downloads, but not while one makes progress. */
async function wantedDownloads(db: PersonDatabase): Promise<string> {
  const downloads = await readDownloads(db);
  return downloads.map(({ fileId, state, refusal }) => `${fileId} ${state} ${refusal}`).join();
}

/** @returns whether it is settled: complete, refused or not wanted any more */
async function fetchWhileWanted(
  options: DownloaderOptions,
  download: Download,
  ended: AbortSignal,
): Promise<boolean> {
  const { db } = options;
  const stop = new AbortController();
  const end = () => stop.abort();
  ended.addEventListener("abort", end);
  let wanted = true;
  // Without this, a stalled connection would delay the downloads after a cancelled one.
  const endWatch = watch(
    db,
    () => readDownload(db, download.fileId),
    (now) => {
      wanted = now !== undefined;
      if (!wanted) end();
    },
  );
  try {
    return (await fetchFile(options, download, stop.signal)) || !wanted;
  } finally {
    endWatch();
    ended.removeEventListener("abort", end);
  }
}

async function fetchFile(
  { db, objects, cache, prepare }: DownloaderOptions,
  { fileId, sizeBytes, receivedBytes }: Download,
  ended: AbortSignal,
): Promise<boolean> {
  const file = await readKnowledgeFile(db, fileId);
  if (file === undefined) return true;
  if (receivedBytes < sizeBytes) {
    const place = { path: file.file_path, size: sizeBytes, from: receivedBytes };
    const stream = await objects.read(db.personId, place, ended);
    if (stream.kind === "never") await refuseDownload(db, fileId, stream.message);
    if (stream.kind !== "ok") return stream.kind === "never";
    const { from, bytes } = stream.value;
    if (from !== receivedBytes) await restartDownload(db, fileId);
    const received = await keepParts(db, fileId, from, bytes);
    if (received === "unwanted") return true;
    if (received > sizeBytes) await restartDownload(db, fileId);
    if (received !== sizeBytes) return false;
  }
  await cache.put(fileId, file.kind, await readDownloadParts(db, fileId));
  try {
    await prepare(fileId, ended);
  } catch {
    return false;
  }
  if (ended.aborted) return false;
  await finishDownload(db, fileId);
  return true;
}

/** @returns the number of bytes stored in total; `unwanted` when it was cancelled */
async function keepParts(
  db: PersonDatabase,
  fileId: string,
  from: number,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<number | "unwanted"> {
  const reader = bytes.getReader();
  let place = from;
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    // A broken connection ends the stream early; received bytes are kept.
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (value !== undefined) {
      pieces.push(value);
      size += value.byteLength;
    }
    if (size > 0 && (done || size >= PART_BYTES)) {
      const part = await new Blob(pieces).arrayBuffer();
      if (!(await addDownloadPart(db, fileId, place, part))) {
        await reader.cancel().catch(() => undefined);
        return "unwanted";
      }
      place += size;
      pieces = [];
      size = 0;
    }
    if (done) return place;
  }
}
