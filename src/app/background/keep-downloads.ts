import { startDownloader } from "#knowledge/downloads/downloader.ts";
import { openManualCache } from "#knowledge/downloads/manual-cache.ts";
import { wait } from "#knowledge/downloads/wait.ts";
import { keepSearchPrepared } from "#knowledge/search/keep-prepared.ts";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { keepGuidePictures } from "#pages/support/guides/keep-pictures.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { type SpeechPreferences, useSpeechPreferences } from "#preferences/speech-preferences.ts";

/**
 * Downloads what was chosen for this device and puts it to work, and the pictures of the guides,
 * until the signal aborts.
 */
export function keepDownloads(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  keepManuals(db, objects, signal);
  understandSpeech(db, signal);
  // Without a network, or when the page was left, the next start of the app tries again.
  keepGuidePictures(signal).catch(() => undefined);
}

/**
 * Keeps the chosen speech model on this device and makes drafts of recordings with it, until the
 * signal aborts. Loads nothing before a model was chosen.
 */
function understandSpeech(db: PersonDatabase, signal: AbortSignal): void {
  let isBegun = false;

  function begin({ size }: SpeechPreferences): void {
    if (size === null || isBegun) return;
    isBegun = true;
    // Offline before its code was ever loaded: the next start of the app tries again.
    loadPatiently(loadDrafts, signal).then(
      ({ makeDrafts }) => makeDrafts(db, signal),
      () => undefined,
    );
  }

  begin(useSpeechPreferences.getState());
  const end = useSpeechPreferences.subscribe(begin);
  signal.addEventListener("abort", end);
}

const loadDrafts = () => import("#features/speech-understanding/make-drafts.ts");

type Objects = Parameters<typeof startDownloader>[0]["objects"];

/**
 * Downloads the wanted manuals, and the reader code that they need offline, until the signal
 * aborts.
 */
function keepManuals(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
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
