import type { QueueItem } from "@contracts/queue-item.ts";
import type { PersonDatabase } from "../../mirror/person-database.ts";
import { itemFile, itemFileType } from "./item-file.ts";
import { itemFileName } from "./item-file-name.ts";

const DOWNLOAD_BEGUN_MS = 60_000;

/** Saves what an item holds as a file where the browser keeps downloads. */
export async function exportItem(db: PersonDatabase, item: QueueItem): Promise<void> {
  const url = URL.createObjectURL(await itemFile(db, item));
  const link = document.createElement("a");
  link.href = url;
  link.download = itemFileName(item.payload.kind, item.capturedAt, itemFileType(item));
  link.click();
  // A browser reads the address after this task, and nothing tells when it has.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_BEGUN_MS);
}
