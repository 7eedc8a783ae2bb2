import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { type SpeechPreferences, useSpeechPreferences } from "#preferences/speech-preferences.ts";

/**
 * Keeps the chosen speech model on this device and makes drafts of recordings with it, until the
 * signal aborts. Loads nothing before a model was chosen.
 */
export function understandSpeech(db: PersonDatabase, signal: AbortSignal): void {
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
