import type { WaitingItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { saveFile } from "#ui/save-file.ts";
import { itemFile, itemFileType } from "./item-file.ts";

/** Saves the content of a waiting item as a file, in the browser's downloads. */
export async function exportItem(db: PersonDatabase, item: WaitingItem): Promise<void> {
  const name = itemFileName(item.payload.kind, item.capturedAt, itemFileType(item));
  saveFile(await itemFile(db, item), name);
}
