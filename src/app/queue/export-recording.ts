import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../../mirror/person-database.ts";
import { recordingFile } from "./recording-file.ts";
import { recordingFileName } from "./recording-file-name.ts";

const DOWNLOAD_BEGUN_MS = 60_000;

/** Saves an item's recording as a file where the browser keeps downloads. */
export async function exportRecording(db: PersonDatabase, item: QueueItem): Promise<void> {
  const url = URL.createObjectURL(await recordingFile(db, item));
  const link = document.createElement("a");
  link.href = url;
  link.download = recordingFileName(item.capturedAt, item.payload.mimeType);
  link.click();
  // A browser reads the address after this task, and nothing tells when it has.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGUN_MS);
}
