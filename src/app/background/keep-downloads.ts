import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { keepGuidePictures } from "#pages/support/guides/keep-pictures.ts";
import { keepManuals } from "./keep-manuals.ts";
import { understandSpeech } from "./understand-speech.ts";

type Objects = Parameters<typeof keepManuals>[1];

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
