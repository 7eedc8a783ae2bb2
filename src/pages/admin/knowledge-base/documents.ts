import { isComplete, isSuperseded, type KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo } from "react";
import { useList } from "#features/lists/use-list.ts";
import {
  KNOWLEDGE_FILES_SCOPE,
  readKnowledgeFiles,
} from "#mirror/person/knowledge/knowledge-files.ts";
import { laterVersions } from "#mirror/person/knowledge/versions.ts";
import { pullKnowledgeFiles } from "#sync/pull/knowledge.ts";
import { useRefresh } from "#sync/pull/use-refresh.ts";
import { showError } from "#ui/toast.ts";

/** The versions of one document. */
export interface KnowledgeDocument {
  /** The id of its oldest version. */
  id: string;
  /** The version that answers, or the last one that did. */
  current: KnowledgeFile;
  /** The versions before `current`, the newest first. */
  earlier: readonly KnowledgeFile[];
  /** A newer version whose passages have not all arrived: `current` answers. */
  incoming: KnowledgeFile | null;
}

/**
 * The documents that files are versions of. A document keeps the place of its oldest version.
 * @param files the newest first
 */
export function groupDocuments(files: readonly KnowledgeFile[]): KnowledgeDocument[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const following = new Set(files.map(({ superseded_by }) => superseded_by));
  return files
    .filter(({ id }) => !following.has(id))
    .map((oldest) => toDocument([oldest, ...laterVersions(byId, oldest)]));
}

function toDocument(versions: readonly [KnowledgeFile, ...KnowledgeFile[]]): KnowledgeDocument {
  const [oldest] = versions;
  const newestFirst = [...versions].reverse();
  const [newest = oldest, before] = newestFirst;
  const isIncoming = before !== undefined && !isSuperseded(before) && !isComplete(newest);
  const [current = oldest, ...earlier] = isIncoming ? newestFirst.slice(1) : newestFirst;
  return { id: oldest.id, current, earlier, incoming: isIncoming ? newest : null };
}

/** The current version of each version's document, by the version's id. */
export type CurrentVersions = ReadonlyMap<string, KnowledgeFile>;

export function currentVersions(documents: readonly KnowledgeDocument[]): CurrentVersions {
  return new Map(
    documents.flatMap((document) =>
      allVersions(document).map(({ id }) => [id, document.current] as const),
    ),
  );
}

/** All versions of a document: first the one that answers. */
export function allVersions({ current, earlier, incoming }: KnowledgeDocument): KnowledgeFile[] {
  return [current, ...(incoming === null ? [] : [incoming]), ...earlier];
}

/** Finds the name of a document's file by an id. */
export type FindName = (id: string) => string;

/**
 * Names files by their ids.
 * @param areKnown whether the list of the files has come: before that no file is called deleted
 */
export function namesIn(
  files: ReadonlyMap<string, Pick<KnowledgeFile, "file_name">>,
  areKnown: boolean,
): FindName {
  const absent = areKnown ? "Deleted document" : "A document";
  return (id) => files.get(id)?.file_name ?? absent;
}

/** How many versions a document has. */
export function versionCount(document: KnowledgeDocument): number {
  return allVersions(document).length;
}

const NONE: readonly KnowledgeFile[] = [];

/**
 * A company's documents, refreshed while they are shown.
 * @param failure the title of the toast when refreshes begin to be refused; null for none
 */
export function useDocuments(companyId: string, failure: string | null = null) {
  const { rows: files = NONE, state } = useList(
    KNOWLEDGE_FILES_SCOPE,
    (db) => readKnowledgeFiles(db, companyId),
    [companyId],
  );
  useRefresh(pullKnowledgeFiles, (message) => {
    if (failure !== null) showError(failure, message);
  });
  const documents = useMemo(() => groupDocuments(files), [files]);
  const versions = useMemo(() => currentVersions(documents), [documents]);
  return { files, documents, versions, state, areKnown: state.phase === "known" };
}
