import { isSuperseded, type KnowledgeFile, mayUseFile } from "@contracts/knowledge.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { useMemo } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { deleteDownload, readDownloads, wantDownload } from "#mirror/person/knowledge/downloads.ts";
import {
  KNOWLEDGE_FILES_SCOPE,
  readKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import type { Download, MirroredKnowledgeFile } from "#mirror/person/knowledge/knowledge-rows.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import { askToPersist, roomLeft } from "#platform/storage-quota.ts";
import { useShownIdentity } from "#session/pin.ts";
import { formatByteSize } from "#ui/format.ts";
import { showError, showNotSaved } from "#ui/toast.ts";
import { useList } from "../lists/use-list.ts";
import { documentTitle, readFirstPassages } from "./document-titles.ts";

/** A document with its title. */
export type Manual = MirroredKnowledgeFile & { title: string };

/** The documents that a person may use with an agent, sorted by title. */
export interface Manuals {
  files: readonly Manual[];
  downloads: ReadonlyMap<string, Download>;
}

/** Kept up to date; undefined until they have been read. */
export function useManuals(agent: QuestionAgent) {
  const companyId = useShownIdentity()?.companyId ?? null;
  return useList(KNOWLEDGE_FILES_SCOPE, (db) => readManuals(db, agent, companyId), [
    companyId,
    agent,
  ]);
}

async function readManuals(
  db: PersonDatabase,
  agent: QuestionAgent,
  companyId: string | null,
): Promise<Manuals> {
  const all = companyId === null ? [] : await readKnowledgeFiles(db, companyId);
  const files = all.filter((file) => {
    return file.deleting_at === null && !isSuperseded(file) && mayUseFile(agent, file);
  });
  const firsts = await readFirstPassages(
    db,
    files.map(({ id }) => id),
  );
  const downloads = await readDownloads(db);
  return {
    files: files
      .map((file, at) => ({ ...file, title: documentTitle(file.file_name, firsts[at]) }))
      .sort((a, b) => a.title.localeCompare(b.title)),
    downloads: new Map(downloads.map((download) => [download.fileId, download])),
  };
}

type Sized = Pick<KnowledgeFile, "id" | "size_bytes">;

export type ManualActions = ReturnType<typeof useManualActions>;

/** The actions for the files on this device. */
export function useManualActions() {
  const db = useMirror();
  return useMemo(() => {
    async function download(files: readonly Sized[]): Promise<void> {
      const size = files.reduce((sum, file) => sum + file.size_bytes, 0);
      const room = await roomLeft();
      if (room !== null && room < size) {
        const words = `${formatByteSize(size)} are needed and ${formatByteSize(room)} are free.`;
        showError("Not enough room", `${words} Remove something from this device first.`);
        return;
      }
      askToPersist().catch(() => undefined);
      for (const file of files) await wantDownload(db, file.id, file.size_bytes);
    }
    async function remove(files: readonly Sized[]): Promise<void> {
      for (const file of files) await deleteDownload(db, file.id);
    }
    return {
      /** Requests the download of files: it starts now, or when there is a connection. */
      download: (files: readonly Sized[]) => void download(files).catch(showNotSaved),
      /** Deletes files from this device, or cancels their downloads. */
      remove: (files: readonly Sized[]) => void remove(files).catch(showNotSaved),
    };
  }, [db]);
}
