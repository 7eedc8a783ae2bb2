import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { KeptAudio } from "#mirror/person/recordings/recording-rows.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { saveFile } from "#ui/save-file.ts";

/**
 * A kept recording as one audio file.
 * @throws if the recording has been deleted meanwhile
 */
export async function keptAudioFile(db: PersonDatabase, audio: KeptAudio): Promise<Blob> {
  const bytes = await readRecordingBytes(db, audio.id);
  if (bytes.length === 0) throw new Error(`The sound of ${audio.id} is not on this device`);
  return new Blob(bytes, { type: audio.mimeType });
}

/** Saves a kept recording as a download, with the name that a waiting note would get. */
export async function exportKeptAudio(db: PersonDatabase, audio: KeptAudio): Promise<void> {
  const name = itemFileName("voice", audio.capturedAt, audio.mimeType);
  saveFile(await keptAudioFile(db, audio), name);
}
