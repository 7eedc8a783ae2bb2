import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import {
  putKnowledgeFile,
  removeKnowledgeFile,
} from "../mirror/person/knowledge/knowledge-files.ts";
import { type CommandResult, type Failed, failed } from "./command-result.ts";
import {
  type KnowledgeCommand,
  type ReadDocument,
  type ReadDocumentBytes,
  sendPassages,
  sentenceOf,
  type UploadProgress,
  type UploadResult,
} from "./knowledge-upload.ts";

/** Changes which agents may use a file. The mirror goes first, and back when the server refuses. */
export async function setFileAgents(
  { db, backend }: KnowledgeCommand,
  file: KnowledgeFile,
  agents: readonly FileAgent[],
): Promise<CommandResult> {
  const change = { allowed_agents: [...agents] };
  await putKnowledgeFile(db, { ...file, ...change });
  const changed = await backend.knowledge.changeFile(db.personId, file.id, change);
  if (changed.kind === "ok" && changed.value !== null) {
    await putKnowledgeFile(db, changed.value);
    return { kind: "done" };
  }
  await putKnowledgeFile(db, file);
  return changed.kind === "ok" ? GONE : failed(changed);
}

/**
 * Deletes a file: it is hidden, then its object goes, then its row with its passages. When the
 * object stays, the file is shown again as it was; when only the row stays, deleting it again ends
 * what was begun.
 */
export async function deleteFile(
  { db, backend }: KnowledgeCommand,
  file: KnowledgeFile,
  now: number,
): Promise<CommandResult> {
  const { knowledge, storage } = backend;
  const personId = db.personId;
  const mark = (since: string | null) =>
    knowledge.changeFile(personId, file.id, { deleting_at: since });

  const hidden = await mark(new Date(now).toISOString());
  if (hidden.kind !== "ok") {
    await mark(null);
    return failed(hidden);
  }
  if (hidden.value !== null) await putKnowledgeFile(db, hidden.value);
  const removed = await storage.remove(personId, file.file_path);
  if (removed.kind !== "ok") {
    const shown = await mark(null);
    if (shown.kind === "ok" && shown.value !== null) await putKnowledgeFile(db, shown.value);
    return failed(removed);
  }
  const deleted = await knowledge.deleteFile(personId, file.id);
  if (deleted.kind !== "ok") return failed(deleted);
  await removeKnowledgeFile(db, file.id);
  return { kind: "done" };
}

/** The bytes of a file, for the person to keep. */
export async function downloadFile(
  { db, backend }: KnowledgeCommand,
  file: KnowledgeFile,
): Promise<{ kind: "done"; bytes: Blob } | Failed> {
  const downloaded = await backend.storage.download(db.personId, file.file_path);
  return downloaded.kind === "ok" ? { kind: "done", bytes: downloaded.value } : failed(downloaded);
}

/** Reads a stored file again and sends its passages, where they did not all arrive. */
export async function indexAgain(
  command: KnowledgeCommand,
  file: KnowledgeFile,
  ports: { read: ReadDocumentBytes; progress: (progress: UploadProgress) => void },
): Promise<UploadResult> {
  const { db, backend } = command;
  const { knowledge, storage } = backend;
  ports.progress({ stage: "reading", done: 0 });
  const downloaded = await storage.download(db.personId, file.file_path);
  if (downloaded.kind !== "ok") return failed(downloaded);
  let document: ReadDocument;
  try {
    document = await ports.read(await downloaded.value.arrayBuffer(), file.file_name, (done) =>
      ports.progress({ stage: "reading", done }),
    );
  } catch (error) {
    return { kind: "failed", message: sentenceOf(error) };
  }
  // An older version of the app may have cut the text into other passages.
  const emptied = await knowledge.deletePassages(db.personId, file.id);
  if (emptied.kind !== "ok") return failed(emptied);
  const counted = await knowledge.changeFile(db.personId, file.id, {
    page_count: document.pageCount,
    passage_count: document.passages.length,
  });
  if (counted.kind !== "ok") return failed(counted);
  if (counted.value === null) return GONE;
  return sendPassages(command, file.id, document.passages, ports.progress);
}

const GONE = {
  kind: "failed",
  message: "This file is not there any more.",
} as const satisfies CommandResult;
