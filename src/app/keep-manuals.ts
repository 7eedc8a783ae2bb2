import { startDownloader } from "../knowledge/downloads/downloader.ts";
import { openManualCache } from "../knowledge/downloads/manual-cache.ts";
import { wait } from "../knowledge/downloads/wait.ts";
import { readDownloads } from "../mirror/downloads.ts";
import type { PersonDatabase } from "../mirror/person-database.ts";
import { watch } from "../mirror/watch.ts";

type Objects = Parameters<typeof startDownloader>[0]["objects"];

/** Fetches wanted manuals, and what reading them without a network takes, until the signal. */
export function keepManuals(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  const cache = openManualCache(db.personId);
  const stop = startDownloader({ db, objects, cache, locks: navigator.locks, wait });
  let ahead = Promise.resolve();
  const endWatch = watch(db, countWhole, (whole) => {
    if (whole === 0) return;
    ahead = ahead.then(async () => {
      const { loadReaderAhead } = await import("../pages/manuals/reader/load-ahead.ts");
      await loadReaderAhead(db, signal);
    });
    // Without a connection, or left: it is tried again at the next start.
    ahead = ahead.catch(() => undefined);
  });
  signal.addEventListener("abort", () => {
    stop();
    endWatch();
  });
}

async function countWhole(db: PersonDatabase): Promise<number> {
  return (await readDownloads(db)).filter(({ state }) => state === "whole").length;
}
