import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { loadPatiently } from "#platform/lazy-chunks.ts";
import { useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { keepManuals } from "./keep-manuals.ts";

type Objects = Parameters<typeof keepManuals>[1];

/** Downloads what was chosen for this device, until the signal aborts. */
export function keepDownloads(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  keepManuals(db, objects, signal);
  if (useSpeechPreferences.getState().size === null) return;
  // Offline before its code was ever loaded: the next start of the app tries again.
  loadPatiently(loadModelKeeper, signal).then(
    ({ keepSpeechModel }) => keepSpeechModel(),
    () => undefined,
  );
}

const loadModelKeeper = () => import("#features/speech-model/keep-on-this-device.ts");
