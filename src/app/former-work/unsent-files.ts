import { downloadZip } from "client-zip";
import { withDatabaseOf } from "#mirror/device/seen-people.ts";
import { idsOf, readUnsentWork, type UnsentWork } from "#mirror/device/unsent-work.ts";
import { shownItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Recording } from "#mirror/person/recordings/recording-rows.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { itemFileName } from "#ui/item-file-name.ts";
import { saveFile } from "#ui/save-file.ts";
import { itemFile, itemFileType } from "../queue/item-file.ts";

/** A file to save; `at` is when its content was made (epoch ms). */
interface UnsentFile {
  name: string;
  bytes: Blob;
  at: number;
}

const TEXT = "text/plain;charset=utf-8";

/**
 * Saves all unsent work of an account on this device as a download. One item is saved as it is,
 * several in a zip file, because browsers ask about or refuse many downloads at once.
 * @returns the ids of the saved items
 */
export async function saveUnsent(personId: string): Promise<readonly string[]> {
  const { ids, files } = await withDatabaseOf(personId, async (db) => {
    const work = await readUnsentWork(db);
    return { ids: idsOf(work), files: await unsentFiles(db, work) };
  });
  const [first] = files;
  if (first === undefined) return ids;
  if (files.length === 1) saveFile(first.bytes, first.name);
  else saveFile(await zipOf(files), `unsent-notes-${dayOf(Date.now())}.zip`);
  return ids;
}

function zipOf(files: readonly UnsentFile[]): Promise<Blob> {
  return downloadZip(
    files.map(({ name, bytes, at }) => ({ name, input: bytes, lastModified: new Date(at) })),
  ).blob();
}

/** The day in the device's time zone, as in the names of the files in the zip. */
function dayOf(time: number): string {
  const day = new Date(time);
  const two = (part: number) => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

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
