import { isSuperseded, mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import type { Download, MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import { useShownIdentity } from "#session/pin.ts";

/** The documents that a person may use with an agent, sorted by name. */
export interface Manuals {
  files: readonly MirroredKnowledgeFile[];
  downloads: ReadonlyMap<string, Download>;
}

/** Kept up to date; undefined until they have been read. */
export function useManuals(agent: QuestionAgent): Manuals | undefined {
  const db = useMirror();
  const companyId = useShownIdentity()?.companyId ?? null;
  return useLive(async () => {
    const files = companyId === null ? [] : await readKnowledgeFiles(db, companyId);
    const downloads = await readDownloads(db);
    return {
      files: files
        .filter((file) => file.deleting_at === null && !isSuperseded(file))
        .filter((file) => mayUseFile(agent, file))
        .sort((a, b) => a.file_name.localeCompare(b.file_name)),
      downloads: new Map(downloads.map((download) => [download.fileId, download])),
    };
  }, [db, companyId, agent]);
}
