import type { Passage } from "@contracts/knowledge.ts";
import type { Source } from "@contracts/question.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readSomePassages } from "#mirror/person/knowledge/passages.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";

/** A numbered heading names a section, not the document. */
const NUMBERED = /^\d+(\.\d+)*[.)]?\s/;

/**
 * The title of a document: the heading that its text begins with, otherwise its file name without the
 * extension.
 * @param first its first passage; undefined if that is not on this device
 */
export function documentTitle(fileName: string, first?: Pick<Passage, "heading" | "body">): string {
  // Without a heading, the text begins with something else.
  const [heading = ""] = first?.heading ? first.body.split("\n\n") : [];
  if (heading !== "" && !NUMBERED.test(heading)) return heading.replaceAll("\n", " ");
  return fileName.replace(/\.(pdf|docx?|txt|md)$/i, "");
}

/** The first passages of documents, in the order of their ids; undefined where not on this device. */
export const readFirstPassages = (db: PersonDatabase, fileIds: readonly string[]) =>
  readSomePassages(
    db,
    fileIds.map((fileId) => ({ fileId, chunkNo: 0 })),
  );

/** The place of a passage: "HP-240 Service Manual · Fault codes · p. 12". */
export function formatSource(title: string, section: string | null, page: number | null): string {
  const parts = [title, section === title ? null : section, page === null ? null : `p. ${page}`];
  return parts.filter((part) => part !== null).join(" · ");
}

/** A passage with the title of its document, its section and page in one line. */
export type Named<Place> = Place & { name: string };

/**
 * Passages with their names, as far as this device has their documents.
 * @param places must not change between renders
 */
export function useNamed<Place extends Omit<Source, "quote">>(
  places: readonly Place[],
): Named<Place>[] {
  const db = useMirror();
  const read = useLive(async () => {
    const keys = places.map(({ file_id, chunk_no }) => ({ fileId: file_id, chunkNo: chunk_no }));
    const firsts = await readFirstPassages(
      db,
      keys.map(({ fileId }) => fileId),
    );
    return { places, firsts, passages: await readSomePassages(db, keys) };
  }, [db, places]);
  const known = read?.places === places ? read : undefined;
  return places.map((place, at) => {
    const title = documentTitle(place.file_name, known?.firsts[at]);
    const section = known?.passages[at]?.heading ?? null;
    return { ...place, name: formatSource(title, section, place.page) };
  });
}
