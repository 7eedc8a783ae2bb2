import { downloadZip } from "client-zip";
import { withPersonDatabase } from "#mirror/device/seen-people.ts";
import { listUnsentIds, readUnsentWork, type UnsentWork } from "#mirror/device/unsent-work.ts";
import { shownItem } from "#mirror/person/outbox/read-item.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { fileDay, itemFileName } from "#ui/item-file-name.ts";
import { saveFile } from "#ui/save-file.ts";
import { itemFile, itemFileType } from "../queue/item-file.ts";

const TEXT = "text/plain;charset=utf-8";

/**
 * Saves all unsent work of an account on this device as a download. One item is saved as it is,
 * several in a zip file, because browsers ask about or refuse many downloads at once.
 * @returns the ids of the saved items
 */
export async function saveUnsent(personId: string): Promise<readonly string[]> {
  const unsent = await withPersonDatabase(personId, async (db) => {
    const work = await readUnsentWork(db);
    return { ids: listUnsentIds(work), files: await unsentFiles(db, work) };
  });
  const { ids, files } = unsent ?? { ids: [], files: [] };
  const [first] = files;
  if (first === undefined) return ids;
  if (files.length === 1) saveFile(first.bytes, first.name);
  else {
    const zipped = files.map(({ name, bytes, at }) => ({
      name,
      input: bytes,
      lastModified: new Date(at),
    }));
    saveFile(await downloadZip(zipped).blob(), `unsent-notes-${fileDay(Date.now())}.zip`);
  }
  return ids;
}

/**
 * Unsent work as files with the names of the queue's export; a photo's spoken note is one too. `at`
 * is when the content was made (epoch ms).
 */
export async function unsentFiles(db: PersonDatabase, work: UnsentWork) {
  const files: { name: string; bytes: Blob; at: number }[] = [];
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
  const sounds = [
    ...work.recordings.map((recording) => ({ ...recording, at: recording.startedAt })),
    ...work.sounds.map((sound) => ({ ...sound, at: sound.capturedAt })),
  ];
  for (const { id, mimeType, at } of sounds) {
    const bytes = new Blob(await readRecordingBytes(db, id), { type: mimeType });
    add(itemFileName("voice", at, mimeType), bytes, at);
  }
  return files;
}

/** Returns a name that is not taken: `photo.jpg`, then `photo-2.jpg`. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? name : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
    if (!taken.has(tried)) return tried;
  }
}
