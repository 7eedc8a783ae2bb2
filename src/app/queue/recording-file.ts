import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../../mirror/person-database.ts";
import { readRecordingBytes } from "../../mirror/recordings.ts";

/** The recording of an item that waits, whole, as a file of its own kind. */
export async function recordingFile(db: PersonDatabase, item: QueueItem): Promise<Blob> {
  return new Blob(await readRecordingBytes(db, item.id), { type: item.payload.mimeType });
}
