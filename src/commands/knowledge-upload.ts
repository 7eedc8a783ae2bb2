import {
  type DocumentKind,
  documentKindSchema,
  type ExtractedDocument,
  type FileAgent,
  KNOWLEDGE_FILE_LIMIT_BYTES,
  type KnowledgeFile,
  type Passage,
} from "@contracts/knowledge.ts";
import { plainFileName } from "@contracts/plain-name.ts";
import { describeSizeLimit } from "@contracts/size-limit.ts";
import {
  putKnowledgeFiles,
  removeKnowledgeFile,
} from "../mirror/person/knowledge/knowledge-files.ts";
import { type Command, type CommandResult, failed, failureMessage } from "./command-result.ts";

/** Passages per request. */
const BATCH = 100;
const CONTENT_TYPES: Record<DocumentKind, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain",
  md: "text/markdown",
};

/** Reads a document into passages. @throws an Error whose message is a sentence for the person */
export type ReadDocumentBytes = (
  bytes: ArrayBuffer,
  name: string,
  progress: (done: number) => void,
) => Promise<ExtractedDocument>;

/** The progress of an upload; `done` goes from 0 to 1 within a stage. */
export interface UploadProgress {
  stage: "reading" | "uploading" | "indexing";
  done: number;
}

/** `not-searchable`: not all passages arrived. `cancelled`: nothing is left of the file. */
export type UploadResult =
  | CommandResult
  | { kind: "not-searchable"; message: string }
  | { kind: "cancelled" };

export type KnowledgeCommand = Command<"knowledge" | "storage">;

export interface Upload {
  file: Pick<File, "name" | "size" | "arrayBuffer">;
  companyId: string;
  agents: readonly FileAgent[];
  read: ReadDocumentBytes;
  progress: (progress: UploadProgress) => void;
  /** The file whose next version this is, which keeps answering until this one is complete. */
  previous?: KnowledgeFile;
  /** Cancels the upload. */
  signal?: AbortSignal;
}

/** Why a file is refused before the upload, as a toast's title and text; null when it is not. */
export function uploadRefusal(
  file: Pick<File, "name" | "size">,
  agents: readonly FileAgent[],
): { title: string; message: string } | null {
  if (file.size > KNOWLEDGE_FILE_LIMIT_BYTES) {
    // The specification writes the unit without a space.
    const limit = describeSizeLimit(KNOWLEDGE_FILE_LIMIT_BYTES).replace(" ", "");
    return { title: "File too large", message: `File must be under ${limit}` };
  }
  if (!documentKindSchema.safeParse(/\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase()).success) {
    return {
      title: "Invalid file type",
      message: "Only PDF, DOC, DOCX, TXT, and MD files are allowed",
    };
  }
  if (agents.length === 0) {
    return {
      title: "No agents selected",
      message: "Please select at least one agent that can access this file",
    };
  }
  return null;
}

/** Reads and stores a file. If its object or its row fails, nothing is left on the server. */
export async function uploadFile(command: KnowledgeCommand, upload: Upload): Promise<UploadResult> {
  const read = await readFile(upload);
  return read.kind === "read" ? storeFile(command, upload, read) : read;
}

/** A file that was read. */
export interface ReadFile {
  kind: "read";
  bytes: ArrayBuffer;
  document: ExtractedDocument;
}

/** Reads a file, before anything of it is stored. */
export async function readFile({
  file,
  read,
  progress,
  signal,
}: Pick<Upload, "read" | "progress" | "signal"> & {
  file: Pick<File, "name" | "arrayBuffer">;
}): Promise<ReadFile | Exclude<UploadResult, { kind: "done" | "not-searchable" }>> {
  try {
    progress({ stage: "reading", done: 0 });
    const bytes = await file.arrayBuffer();
    const document = await read(bytes, file.name, (done) => progress({ stage: "reading", done }));
    return signal?.aborted ? { kind: "cancelled" } : { kind: "read", bytes, document };
  } catch (error) {
    if (signal?.aborted) return { kind: "cancelled" };
    return { kind: "failed", message: readingFailure(error) };
  }
}

/** Stores the object, the row and the passages of a file that was read. */
export async function storeFile(
  command: KnowledgeCommand,
  upload: Upload,
  { bytes, document }: ReadFile,
): Promise<UploadResult> {
  const { db, backend, now } = command;
  const { file, progress, previous, signal } = upload;
  const { knowledge, storage } = backend;
  const personId = db.personId;
  const isCancelled = () => signal?.aborted === true;

  progress({ stage: "uploading", done: 0 });
  const path = objectPath(upload.companyId, file.name, now());
  const type = CONTENT_TYPES[document.kind];
  const stored = await storage.upload(personId, path, bytes, type, signal);
  // The object may be stored although the answer was lost.
  if (stored.kind !== "ok" || isCancelled()) await storage.remove(personId, path);
  if (isCancelled()) return { kind: "cancelled" };
  if (stored.kind !== "ok") return failed(stored);
  const id = crypto.randomUUID();
  const row = {
    id,
    file_name: plainFileName(file.name),
    file_path: path,
    kind: document.kind,
    size_bytes: bytes.byteLength,
    ...columnsOfText(document),
  };
  const takeBack = async () => {
    await knowledge.deleteFile(personId, id);
    // The last passages may have arrived although their request was aborted: then it no longer answers.
    if (previous?.superseded_at === null) await knowledge.restoreVersion(personId, previous.id);
    await storage.remove(personId, path);
  };
  const added = await (previous === undefined
    ? knowledge.addFile({
        ...row,
        company_id: upload.companyId,
        uploaded_by: personId,
        allowed_agents: [...upload.agents],
      })
    : knowledge.addVersion(personId, { ...row, previous: previous.id }));
  if (added.kind !== "ok") {
    await takeBack();
    return failed(added);
  }
  const sent = await sendPassages(command, id, document.passages, progress, signal);
  if (sent.kind === "cancelled") {
    await takeBack();
    await removeKnowledgeFile(db, id, now());
  }
  await refreshFiles(command, previous === undefined ? [id] : [previous.id, id]);
  return sent;
}

/** The columns of a file that follow from its text. */
export function columnsOfText(document: ExtractedDocument) {
  const { pageCount, picturePages, reading, language, passages } = document;
  return {
    ...{ page_count: pageCount, picture_pages: picturePages, reading, language },
    passage_count: passages.length,
  };
}

/** Sends a file's passages. */
export async function sendPassages(
  { db, backend }: KnowledgeCommand,
  fileId: string,
  passages: readonly Passage[],
  progress: (progress: UploadProgress) => void,
  signal?: AbortSignal,
): Promise<UploadResult> {
  const { knowledge } = backend;
  const isCancelled = () => signal?.aborted === true;
  for (let sent = 0; sent < passages.length; sent += BATCH) {
    if (isCancelled()) return { kind: "cancelled" };
    progress({ stage: "indexing", done: sent / passages.length });
    const batch = passages.slice(sent, sent + BATCH);
    const added = await knowledge.addPassages(db.personId, fileId, batch, signal);
    if (added.kind !== "ok") {
      return isCancelled()
        ? { kind: "cancelled" }
        : { kind: "not-searchable", message: failureMessage(added) };
    }
  }
  return { kind: "done" };
}

/** Stores the server's present state of files in the mirror, at once, as far as it answers. */
export async function refreshFiles(
  { db, backend, now }: KnowledgeCommand,
  ids: readonly string[],
): Promise<void> {
  const answers = await Promise.all(ids.map((id) => backend.knowledge.file(db.personId, id)));
  const files = answers.flatMap((each) => (each.kind === "ok" ? (each.value ?? []) : []));
  await putKnowledgeFiles(db, files, now());
}

export function readingFailure(error: unknown): string {
  return error instanceof Error && error.message !== ""
    ? error.message
    : "This file could not be read.";
}

const LONGEST_NAME = 100;
const LONGEST_READ = 1_000;

/**
 * The storage path of a file: in its company's folder, with a name of plain ASCII characters. The
 * file's real name is stored in its row, and is never part of a path.
 * @param now epoch ms
 */
export function objectPath(companyId: string, fileName: string, now: number): string {
  const plain = fileName
    // No system has longer names, and `normalize` takes longer and longer for long text.
    .slice(-LONGEST_READ)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9.]+/g, "-")
    .replaceAll(/\.{2,}/g, ".")
    .replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, "")
    // Keep the end of the name, with the file extension.
    .slice(-LONGEST_NAME);
  return `${companyId}/${now}_${plain || "file"}`;
}
