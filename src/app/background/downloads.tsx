import { useEffect } from "react";
import { startDownloader } from "#knowledge/downloads/downloader.ts";
import { openManualCache } from "#knowledge/downloads/manual-cache.ts";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import { countPassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { watch } from "#mirror/watch.ts";
import { keepGuidePictures } from "#pages/support/guides/pictures.ts";
import { wait } from "#platform/backoff.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { joining } from "#platform/serialize.ts";
import { type SpeechPreferences, useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { useSession } from "#session/session.ts";
import { OfficeReplies } from "./office-replies.ts";

/**
 * Downloads the person's manuals, the speech model, the pictures of the guides, and the replies of the
 * office.
 */
export function Downloads() {
  const db = useMirror();
  const signedInId = useSession(({ identity }) => identity?.id);
  const backend = useSession((session) => session.backend);
  // A recording can keep another person's pages open: nothing is downloaded for them with the
  // session of the person who is signed in now.
  const objects = db.personId === signedInId ? backend?.objects : undefined;
  useEffect(() => {
    if (objects === undefined) return;
    const stop = new AbortController();
    const { signal } = stop;
    downloadManuals(db, objects, signal);
    understandSpeech(db, signal);
    // Without a network, or when the page was left, the next start of the app tries again.
    keepGuidePictures(signal).catch(() => undefined);
    return () => stop.abort();
  }, [db, objects]);
  return <OfficeReplies />;
}

/** Keeps a chosen speech model on this device and makes drafts with it, until the signal aborts. */
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

/** Downloads the wanted manuals, and the reader code for them, until the signal aborts. */
function downloadManuals(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  const stops = [
    startDownloader({
      db,
      objects,
      cache: openManualCache(db.personId),
      prepare: async (fileId, ended) => (await loadAhead()).prepareManual(db, fileId, ended),
      locks: navigator.locks,
      wait,
    }),
    buildSearchIndexes(db),
  ];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });
  async function prepareAll(): Promise<void> {
    // Another version of the app may have downloaded them.
    if (!(await readDownloads(db)).some(({ state }) => state === "whole")) return;
    await (await loadAhead()).loadReaderAhead(db, signal);
  }
  // Offline, or the page was left: the next start of the app tries again.
  prepareAll().catch(() => undefined);
}

/**
 * Builds search indexes when passages arrive: no first question waits for them.
 * @returns a function that stops it
 */
function buildSearchIndexes(db: PersonDatabase): () => void {
  let stopped = false;
  let wanted = false;
  const work = joining(async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false;
      // An index that fails now is built at the next search.
      const search = askSearcher(db.personId, "manuals", { query: "", agent: "ask", limit: 1 });
      await search.catch(() => undefined);
    }
  });
  const endWatch = watch(db, countPassages, (count) => {
    wanted = count > 0;
    void work();
  });
  return () => {
    stopped = true;
    endWatch();
  };
}

const loadAhead = () => import("#features/manuals/reader/load-reader-ahead.ts");
