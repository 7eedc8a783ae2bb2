import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import {
  putKnowledgeFiles,
  removeKnowledgeFile,
} from "../mirror/person/knowledge/knowledge-files.ts";
import { readPreviousVersion, readVersionsAround } from "../mirror/person/knowledge/versions.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type CommandResult, confirmed, type Failed, failed } from "./command-result.ts";
import {
  columnsOfText,
  type KnowledgeCommand,
  readFile,
  refreshFiles,
  sendPassages,
  type Upload,
  type UploadResult,
} from "./knowledge-upload.ts";

const NO_FILE = "This file is not there any more.";

/**
 * Changes which agents may use a document.
 * @param incoming a newer version that does not answer yet. It is changed in its place: the server
 *   changes a newer version before the older ones.
 */
export async function setFileAgents(
  command: KnowledgeCommand,
  current: Pick<KnowledgeFile, "id">,
  agents: readonly FileAgent[],
  incoming: Pick<KnowledgeFile, "id"> | null = null,
): Promise<CommandResult> {
  const { db, backend, now } = command;
  const { id } = incoming ?? current;
  const change = { allowed_agents: [...agents] };
  const files = mirroredList(db.knowledgeFiles);
  const changed = await confirmed(
    await files.applyOptimistic(id, change, now),
    backend.knowledge.changeFile(db.personId, id, change),
    (file) => files.confirm(id, file, now()),
    { gone: NO_FILE },
  );
  if (changed.kind === "done" && incoming !== null) await refreshFiles(command, [current.id]);
  return changed;
}

/**
 * Deletes a file: marks it as being deleted, which hides it, then removes its object, then its row
 * with its passages. If the object cannot be removed, the file is shown again; if only the row is
 * left, another call completes the deletion.
 */
export async function deleteFile(
  command: KnowledgeCommand,
  file: KnowledgeFile,
): Promise<CommandResult> {
  const { db, backend, now } = command;
  const { knowledge, storage } = backend;
  const personId = db.personId;
  const mark = (since: string | null) =>
    knowledge.changeFile(personId, file.id, { deleting_at: since });

  const hidden = await mark(new Date(now()).toISOString());
  if (hidden.kind !== "ok") {
    await mark(null);
    return failed(hidden);
  }
  if (hidden.value !== null) await putKnowledgeFiles(db, [hidden.value], now());
  const removed = await storage.remove(personId, file.file_path);
  if (removed.kind !== "ok") {
    const shown = await mark(null);
    if (shown.kind === "ok" && shown.value !== null) {
      await putKnowledgeFiles(db, [shown.value], now());
    }
    return failed(removed);
  }
  const deleted = await knowledge.deleteFile(personId, file.id);
  if (deleted.kind !== "ok") return failed(deleted);
  // The version before it has another one after it now, or none.
  const previous = await readPreviousVersion(db, file.id);
  if (previous !== null) await refreshFiles(command, [previous]);
  await removeKnowledgeFile(db, file.id, now());
  return { kind: "done" };
}

/** The bytes of a file, for the person to save. */
export async function downloadFile(
  { db, backend }: KnowledgeCommand,
  file: KnowledgeFile,
): Promise<{ kind: "done"; bytes: Blob } | Failed> {
  const downloaded = await backend.storage.download(db.personId, file.file_path);
  return downloaded.kind === "ok" ? { kind: "done", bytes: downloaded.value } : failed(downloaded);
}

/** Reads a stored file again and sends its passages, if they did not all arrive. */
export async function indexAgain(
  command: KnowledgeCommand,
  file: KnowledgeFile,
  ports: Pick<Upload, "read" | "progress">,
): Promise<UploadResult> {
  const { db, backend } = command;
  const { knowledge, storage } = backend;
  const downloaded = await storage.download(db.personId, file.file_path);
  if (downloaded.kind !== "ok") return failed(downloaded);
  const read = await readFile({
    ...ports,
    file: { name: file.file_name, arrayBuffer: () => downloaded.value.arrayBuffer() },
  });
  if (read.kind !== "read") return read;
  const { document } = read;
  // An older version of the app may have split the text into other passages.
  const emptied = await knowledge.deletePassages(db.personId, file.id);
  if (emptied.kind !== "ok") return failed(emptied);
  const counted = await knowledge.changeFile(db.personId, file.id, columnsOfText(document));
  if (counted.kind !== "ok") return failed(counted);
  if (counted.value === null) return { kind: "failed", message: NO_FILE };
  const sent = await sendPassages(command, file.id, document.passages, ports.progress);
  // A version that is complete now takes the place of the one before it.
  const previous = await readPreviousVersion(db, file.id);
  await refreshFiles(command, previous === null ? [file.id] : [previous, file.id]);
  return sent;
}

/** Has an earlier version of a document answer again: it becomes the newest one. */
export async function restoreVersion(
  command: KnowledgeCommand,
  file: KnowledgeFile,
): Promise<CommandResult> {
  const restored = await command.backend.knowledge.restoreVersion(command.db.personId, file.id);
  if (restored.kind !== "ok") return failed(restored);
  await refreshFiles(command, await readVersionsAround(command.db, file.id));
  return { kind: "done" };
}

/**
 * Deletes the newest version of a document.
 * @param previous the version before it
 * @param restores whether `previous` answers again
 */
export async function deleteNewestVersion(
  command: KnowledgeCommand,
  file: KnowledgeFile,
  { previous, restores }: { previous: KnowledgeFile; restores: boolean },
): Promise<CommandResult> {
  const deleted = await deleteFile(command, file);
  if (deleted.kind !== "done") return deleted;
  return restores ? restoreVersion(command, previous) : deleted;
}

/**
 * Deletes all versions of a document.
 * @param versions the oldest first: the one that answers goes last, so that a failure in between
 *   leaves a document that answers as before
 */
export async function deleteVersions(
  command: KnowledgeCommand,
  versions: readonly KnowledgeFile[],
): Promise<CommandResult> {
  for (const version of versions) {
    const deleted = await deleteFile(command, version);
    if (deleted.kind !== "done") return deleted;
  }
  return { kind: "done" };
}
