import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { keepManuals } from "./keep-manuals.ts";
import { understandSpeech } from "./understand-speech.ts";

type Objects = Parameters<typeof keepManuals>[1];

/** Downloads what was chosen for this device and puts it to work, until the signal aborts. */
export function keepDownloads(db: PersonDatabase, objects: Objects, signal: AbortSignal): void {
  keepManuals(db, objects, signal);
  understandSpeech(db, signal);
}
