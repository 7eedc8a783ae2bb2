import type { ExtractedDocument, FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import type { Outcome } from "../backend/outcome.ts";
import {
  putKnowledgeFiles,
  removeKnowledgeFile,
} from "../mirror/person/knowledge/knowledge-files.ts";
import { readPreviousVersion } from "../mirror/person/knowledge/versions.ts";
import { mirroredList } from "../mirror/person/lists/mirrored-list.ts";
import { type CommandResult, confirmed, type Failed, failed } from "./command-result.ts";
import {
  type KnowledgeCommand,
  type ReadDocumentBytes,
  readingFailure,
  refreshFiles,
  sendPassages,
  type UploadProgress,
  type UploadResult,
} from "./knowledge-upload.ts";

/** Changes which agents may use a file. */
export async function setFileAgents(
  { db, backend, now }: KnowledgeCommand,
  file: KnowledgeFile,
  agents: readonly FileAgent[],
): Promise<CommandResult> {
  const change = { allowed_agents: [...agents] };
  const files = mirroredList(db.knowledgeFiles);
  return confirmed(
    await files.applyOptimistic(file.id, change, now),
    fileNamed(backend.knowledge.changeFile(db.personId, file.id, change)),
    (changed) => files.confirm(file.id, changed, now()),
  );
}

/** Turns a missing row into a refusal with the general text. */
async function fileNamed<T>(sent: Promise<Outcome<T | null>>): Promise<Outcome<T>> {
  const outcome = await sent;
  if (outcome.kind !== "ok") return outcome;
  return outcome.value === null
    ? { kind: "never", code: "gone", message: GONE.message }
    : { kind: "ok", value: outcome.value };
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
  ports: { read: ReadDocumentBytes; progress: (progress: UploadProgress) => void },
): Promise<UploadResult> {
  const { db, backend } = command;
  const { knowledge, storage } = backend;
  ports.progress({ stage: "reading", done: 0 });
  const downloaded = await storage.download(db.personId, file.file_path);
  if (downloaded.kind !== "ok") return failed(downloaded);
  let document: ExtractedDocument;
  try {
    document = await ports.read(await downloaded.value.arrayBuffer(), file.file_name, (done) =>
      ports.progress({ stage: "reading", done }),
    );
  } catch (error) {
    return { kind: "failed", message: readingFailure(error) };
  }
  // An older version of the app may have split the text into other passages.
  const emptied = await knowledge.deletePassages(db.personId, file.id);
  if (emptied.kind !== "ok") return failed(emptied);
  const counted = await knowledge.changeFile(db.personId, file.id, {
    page_count: document.pageCount,
    picture_pages: document.picturePages,
    reading: document.reading,
    language: document.language,
    passage_count: document.passages.length,
  });
  if (counted.kind !== "ok") return failed(counted);
  if (counted.value === null) return GONE;
  const sent = await sendPassages(command, file.id, document.passages, ports.progress);
  // A version that is complete now takes the place of the one before it.
  const previous = await readPreviousVersion(db, file.id);
  await refreshFiles(command, previous === null ? [file.id] : [previous, file.id]);
  return sent;
}

const GONE = {
  kind: "failed",
  message: "This file is not there any more.",
} as const satisfies CommandResult;
