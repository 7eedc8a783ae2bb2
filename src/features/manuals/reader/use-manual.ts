import type { KnowledgeChunk } from "@contracts/knowledge.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownload } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import type { MirroredKnowledgeFile } from "#mirror/person/person-database.ts";

/** What this device has of a document. */
export interface ManualOnDevice {
  /** Undefined when the person may not read the file, or not any more. */
  file: MirroredKnowledgeFile | undefined;
  passages: readonly KnowledgeChunk[];
  /** Whether the file itself is here. */
  isWhole: boolean;
}

/** Kept current; undefined until it was first read. */
export function useManual(fileId: string): ManualOnDevice | undefined {
  const db = useMirror();
  const file = useLive(async () => ({ row: await readKnowledgeFile(db, fileId) }), [db, fileId]);
  // Hundreds of rows: read again when they changed, not with every part of a download.
  const version = file?.row?.passagesOf;
  const passages = useLive(() => readPassages(db, fileId), [db, fileId, version]);
  const isWhole = useLive(
    async () => (await readDownload(db, fileId))?.state === "whole",
    [db, fileId],
  );
  if (file === undefined || passages === undefined || isWhole === undefined) return undefined;
  return { file: file.row, passages, isWhole };
}
