import { isComplete, isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import type { PersonDatabase } from "../person-database.ts";
import type { MirroredKnowledgeFile } from "./knowledge-rows.ts";

/** The versions that follow a file, the next one first, as far as they are among `files`. */
export function laterVersions<File extends Pick<KnowledgeFile, "id" | "superseded_by">>(
  files: ReadonlyMap<string, File>,
  file: Pick<KnowledgeFile, "superseded_by">,
): File[] {
  const later: File[] = [];
  let next = files.get(file.superseded_by ?? "");
  // The server allows no circle; a mirror that was refreshed in parts could hold one.
  while (next !== undefined && !later.includes(next)) {
    later.push(next);
    next = files.get(next.superseded_by ?? "");
  }
  return later;
}

/**
 * Whether a newer version answers in a file's place on this device. Until the passages of a newer
 * one have arrived here, the old ones are searched: a connection can break in between.
 */
export function isReplacedHere(
  files: ReadonlyMap<string, MirroredKnowledgeFile>,
  file: MirroredKnowledgeFile,
): boolean {
  if (!isSuperseded(file)) return false;
  const later = laterVersions(files, file);
  if (later.some(({ passagesOf }) => passagesOf !== null)) return true;
  const newest = later.find((each) => !isSuperseded(each));
  const isComing =
    newest !== undefined &&
    newest.deleting_at === null &&
    newest.indexed_at !== null &&
    isComplete(newest);
  return !isComing;
}

/** The ids of the files that messages on this device cite. */
export async function citedFiles(db: PersonDatabase): Promise<ReadonlySet<string>> {
  const messages = await db.messages.toArray();
  return new Set(messages.flatMap(({ sources }) => (sources ?? []).map((each) => each.file_id)));
}

/** The version that took a file's place; null while there is none. */
export async function readReplacement(db: PersonDatabase, file: KnowledgeFile) {
  if (file.superseded_at === null || !isSuperseded(file)) return null;
  const rows = (await db.knowledgeFiles.toArray()).filter(({ leaving }) => !leaving);
  const later = laterVersions(new Map(rows.map((row) => [row.id, row])), file);
  const answers = (each: KnowledgeFile) => !isSuperseded(each) && isComplete(each);
  return {
    /** When, as the server writes it. */
    at: file.superseded_at,
    /** The name of the version that followed it; null when it was deleted. */
    by: later[0]?.file_name ?? null,
    /** The version that answers now; null when none does. */
    newest: later.find((each) => each.deleting_at === null && answers(each)) ?? null,
  };
}

/** The ids of a file, of the version before it, and of those after it. */
export async function readVersionsAround(db: PersonDatabase, id: string): Promise<string[]> {
  const files = new Map((await db.knowledgeFiles.toArray()).map((row) => [row.id, row]));
  const before = [...files.values()].filter((row) => row.superseded_by === id);
  const later = laterVersions(files, files.get(id) ?? { superseded_by: null });
  return [id, ...[...before, ...later].map((row) => row.id)];
}

/** The id of the version before a file; null when it is the first. */
export async function readPreviousVersion(db: PersonDatabase, id: string): Promise<string | null> {
  const rows = await db.knowledgeFiles.toArray();
  return rows.find((row) => row.superseded_by === id)?.id ?? null;
}
