import { isSuperseded, mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { readDownloads } from "#mirror/person/knowledge/downloads.ts";
import {
  KNOWLEDGE_FILES_SCOPE,
  readKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import type { Download, MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { useShownIdentity } from "#session/pin.ts";
import { type ListState, useList } from "../lists/use-list.ts";

/** The documents that a person may use with an agent, sorted by name. */
export interface Manuals {
  files: readonly MirroredKnowledgeFile[];
  downloads: ReadonlyMap<string, Download>;
}

/** Kept up to date; undefined until they have been read. */
export function useManuals(agent: QuestionAgent): {
  manuals: Manuals | undefined;
  state: ListState;
} {
  const companyId = useShownIdentity()?.companyId ?? null;
  const { rows, state } = useList(
    KNOWLEDGE_FILES_SCOPE,
    (db) => readManuals(db, agent, companyId),
    [companyId, agent],
  );
  return { manuals: rows, state };
}

async function readManuals(
  db: PersonDatabase,
  agent: QuestionAgent,
  companyId: string | null,
): Promise<Manuals> {
  const files = companyId === null ? [] : await readKnowledgeFiles(db, companyId);
  const downloads = await readDownloads(db);
  return {
    files: files
      .filter((file) => file.deleting_at === null && !isSuperseded(file))
      .filter((file) => mayUseFile(agent, file))
      .sort((a, b) => a.file_name.localeCompare(b.file_name)),
    downloads: new Map(downloads.map((download) => [download.fileId, download])),
  };
}
