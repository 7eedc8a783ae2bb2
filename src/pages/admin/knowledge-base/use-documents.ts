import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo } from "react";
import { useList } from "#features/lists/use-list.ts";
import {
  KNOWLEDGE_FILES_SCOPE,
  readKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { pullKnowledgeFiles } from "#sync/pull/pull-administration.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { currentVersions, groupDocuments } from "./documents.ts";

const NONE: readonly KnowledgeFile[] = [];

/**
 * A company's documents, for lists that name them.
 * @returns `areKnown`: whether the list has come: before that it marks no document as
 *   deleted
 */
export function useDocuments(companyId: string) {
  const { rows: files = NONE, state } = useList(
    KNOWLEDGE_FILES_SCOPE,
    (db) => readKnowledgeFiles(db, companyId),
    [companyId],
  );
  useRefresh(pullKnowledgeFiles);
  const documents = useMemo(() => currentVersions(groupDocuments(files)), [files]);
  return { files, documents, areKnown: state.phase === "known" };
}
