import type { UnsentWork } from "#mirror/device/unsent-work.ts";
import { shownItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { itemFile, itemFileType } from "../queue/item-file.ts";

/** A file to save; `at` is when its content was made (epoch ms). */
export interface UnsentFile {
  name: string;
  bytes: Blob;
  at: number;
}

const TEXT = "text/plain;charset=utf-8";

/**
 * Unsent work as files, each with the name under which the queue exports it. Files with the same
 * name get a number. A spoken note about a photo is a separate file.
 */
export async function unsentFiles(db: PersonDatabase, work: UnsentWork): Promise<UnsentFile[]> {
  const files: UnsentFile[] = [];
  const names = new Set<string>();
  function add(name: string, bytes: Blob, at: number): void {
    const free = freeName(name, names);
    names.add(free);
    files.push({ name: free, bytes, at });
  }
  for (const item of work.items.map(shownItem)) {
    const { payload, capturedAt } = item;
    add(
      itemFileName(payload.kind, capturedAt, itemFileType(item)),
      await itemFile(db, item),
      capturedAt,
    );
    if (payload.kind === "photo" && payload.note !== null) {
      const note = new Blob([payload.note], { type: TEXT });
      add(itemFileName("photo", capturedAt, TEXT), note, capturedAt);
    }
  }
  for (const recording of work.recordings) {
    const { mimeType, startedAt } = recording;
    add(itemFileName("voice", startedAt, mimeType), await soundOf(db, recording), startedAt);
  }
  for (const sound of work.sounds) {
    const { mimeType, capturedAt } = sound;
    add(itemFileName("voice", capturedAt, mimeType), await soundOf(db, sound), capturedAt);
  }
  return files;
}

async function soundOf(
  db: PersonDatabase,
  { id, mimeType }: Pick<Recording, "id" | "mimeType">,
): Promise<Blob> {
  return new Blob(await readRecordingBytes(db, id), { type: mimeType });
}

/** Returns a name that is not taken: `photo.jpg`, then `photo-2.jpg`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
    if (!taken.has(tried)) return tried;
  }
}
