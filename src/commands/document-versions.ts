import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { type CommandResult, failed } from "./command-result.ts";
import { deleteFile, setFileAgents } from "./knowledge-files.ts";
import { type KnowledgeCommand, refreshFiles } from "./knowledge-upload.ts";

/** Has a replaced version answer again, whose newer version was deleted or never complete. */
export async function restoreVersion(
  command: KnowledgeCommand,
  file: KnowledgeFile,
): Promise<CommandResult> {
  const restored = await command.backend.knowledge.restoreVersion(command.db.personId, file.id);
  if (restored.kind !== "ok") return failed(restored);
  await refreshFiles(command, [file.id]);
  return { kind: "done" };
}

/**
 * Changes which agents may use a document that has a newer version which does not answer yet. It is
 * asked for of the newer one: the server changes a newer version before the older ones.
 */
export async function setDocumentAgents(
  command: KnowledgeCommand,
  { current, incoming }: { current: KnowledgeFile; incoming: KnowledgeFile },
  agents: readonly FileAgent[],
): Promise<CommandResult> {
  const changed = await setFileAgents(command, incoming, agents);
  if (changed.kind === "done") await refreshFiles(command, [current.id]);
  return changed;
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
