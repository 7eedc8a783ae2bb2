import { startDownloader } from "#knowledge/downloads/downloader.ts";
import { openManualCache } from "#knowledge/downloads/manual-cache.ts";
import { wait } from "#knowledge/downloads/wait.ts";
import { keepSearchPrepared } from "#knowledge/search/keep-prepared.ts";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

type Objects = Parameters<typeof startDownloader>[0]["objects"];

/**
 * Downloads the wanted manuals, and the reader code that they need offline, until the signal
 * aborts.
 */
export function keepManuals(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  const stops = [
    startDownloader({
      db,
      objects,
      cache: openManualCache(db.personId),
      prepare: async (fileId, ended) => (await loadAhead()).prepareManual(db, fileId, ended),
      locks: navigator.locks,
      wait,
    }),
    keepSearchPrepared(db),
  ];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });
  // Offline, or the page was left: the next start of the app tries again.
  loadAheadOfAll(db, signal).catch(() => undefined);
}

/** Prepares manuals that another version of the app downloaded for reading offline. */
async function loadAheadOfAll(db: PersonDatabase, signal: AbortSignal): Promise<void> {
  if (!(await readDownloads(db)).some(({ state }) => state === "whole")) return;
  await (await loadAhead()).loadReaderAhead(db, signal);
}

const loadAhead = () => import("#features/manuals/reader/load-ahead.ts");
