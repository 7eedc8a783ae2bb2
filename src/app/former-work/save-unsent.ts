import { downloadZip } from "client-zip";
import { withDatabaseOf } from "#mirror/device/seen-people.ts";
import { idsOf, readUnsentWork } from "#mirror/device/unsent-work.ts";
import { saveFile } from "#ui/save-file.ts";
import { type UnsentFile, unsentFiles } from "./unsent-files.ts";

/**
 * Saves all unsent work of some accounts on this device as a download. One item is saved as it is,
 * several in a zip file, because browsers ask about or refuse many downloads at once.
 * @returns the ids of the saved items, by account
 */
export async function saveUnsent(
  personIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const files: UnsentFile[] = [];
  const saved = new Map<string, readonly string[]>();
  for (const personId of personIds) {
    await withDatabaseOf(personId, async (db) => {
      const work = await readUnsentWork(db);
      files.push(...(await unsentFiles(db, work)));
      saved.set(personId, idsOf(work));
    });
  }
  const [first] = files;
  if (first === undefined) return saved;
  if (files.length === 1) saveFile(first.bytes, first.name);
  else saveFile(await zipOf(files), `unsent-notes-${dayOf(Date.now())}.zip`);
  return saved;
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
