import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownload } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import type { MirroredKnowledgeFile } from "#mirror/person/person-database.ts";

/** The parts of a document that are on this device. */
export interface ManualOnDevice {
  /** Undefined if the person may not read the file (any more). */
  file: MirroredKnowledgeFile | undefined;
  passages: readonly KnowledgeChunk[];
  /** Whether the whole file is on this device. */
  isWhole: boolean;
}

/** Kept up to date; undefined until it has been read. */
export function useManual(fileId: string): ManualOnDevice | undefined {
  const db = useMirror();
  const file = useLive(async () => ({ row: await readKnowledgeFile(db, fileId) }), [db, fileId]);
  // A document has hundreds of passages: read them again only when they have changed, not with
  // every downloaded part.
  const version = file?.row?.passagesOf;
  const passages = useLive(() => readPassages(db, fileId), [db, fileId, version]);
  const isWhole = useLive(
    async () => (await readDownload(db, fileId))?.state === "whole",
    [db, fileId],
  );
  if (file === undefined || passages === undefined || isWhole === undefined) return undefined;
  return { file: file.row, passages, isWhole };
}
