import { plainFileName } from "@contracts/file-name.ts";
import {
  type DocumentKind,
  documentKindSchema,
  type FileAgent,
  KNOWLEDGE_FILE_LIMIT_BYTES,
  type Passage,
} from "@contracts/knowledge.ts";
import type { Backend } from "../backend/backend.ts";
import { putKnowledgeFile } from "../mirror/person/knowledge/knowledge-files.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { type CommandResult, messageOf } from "./command-result.ts";

/** Passages per request. */
const BATCH = 100;

const CONTENT_TYPES: Record<DocumentKind, string> = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  txt: "text/plain",
  md: "text/markdown",
};

/** The content of a document that was read. */
export interface ReadDocument {
  kind: DocumentKind;
  pageCount: number | null;
  passages: Passage[];
}

/** Reads a document into passages. @throws an Error whose message is a sentence for the person */
export type ReadDocumentBytes = (
  bytes: ArrayBuffer,
  name: string,
  progress: (done: number) => void,
) => Promise<ReadDocument>;

/** The progress of an upload; `done` goes from 0 to 1 within a stage. */
export interface UploadProgress {
  stage: "reading" | "uploading" | "indexing";
  done: number;
}

/** `not-searchable`: the file is stored, but its passages did not all arrive. */
export type UploadResult = CommandResult | { kind: "not-searchable"; message: string };

export interface KnowledgeCommand {
  db: PersonDatabase;
  backend: {
    knowledge: Omit<Backend["knowledge"], "passages">;
    storage: Backend["storage"];
  };
  /** Epoch ms. */
  now: () => number;
}

export interface Upload {
  file: Pick<File, "name" | "size" | "arrayBuffer">;
  companyId: string;
  agents: readonly FileAgent[];
  read: ReadDocumentBytes;
  progress: (progress: UploadProgress) => void;
}

/**
 * Why a file is refused before the upload, as a toast's title and text; null when it is accepted.
 */
export function uploadRefusal(
  file: Pick<File, "name" | "size">,
  agents: readonly FileAgent[],
): { title: string; message: string } | null {
  if (file.size > KNOWLEDGE_FILE_LIMIT_BYTES) {
    return { title: "File too large", message: "File must be under 10MB" };
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

/**
 * Reads a file, then stores its object, its row and its passages. If the object or the row fails,
 * nothing is left on the server.
 */
export async function uploadFile(command: KnowledgeCommand, upload: Upload): Promise<UploadResult> {
  const { db, backend, now } = command;
  const { file, progress } = upload;
  const { knowledge, storage } = backend;
  const personId = db.personId;
  let bytes: ArrayBuffer;
  let document: ReadDocument;
  try {
    progress({ stage: "reading", done: 0 });
    bytes = await file.arrayBuffer();
    const reading = (done: number) => progress({ stage: "reading", done });
    document = await upload.read(bytes, file.name, reading);
  } catch (error) {
    return { kind: "failed", message: sentenceOf(error) };
  }

  progress({ stage: "uploading", done: 0 });
  const path = objectPath(upload.companyId, file.name, now());
  const stored = await storage.upload(personId, path, bytes, CONTENT_TYPES[document.kind]);
  if (stored.kind !== "ok") {
    // The object may be stored although the answer was lost.
    await storage.remove(personId, path);
    return { kind: "failed", message: messageOf(stored) };
  }
  const id = crypto.randomUUID();
  const added = await knowledge.addFile({
    id,
    file_name: plainFileName(file.name),
    file_path: path,
    company_id: upload.companyId,
    uploaded_by: personId,
    allowed_agents: [...upload.agents],
    kind: document.kind,
    size_bytes: bytes.byteLength,
    page_count: document.pageCount,
    passage_count: document.passages.length,
  });
  if (added.kind !== "ok") {
    await knowledge.deleteFile(personId, id);
    await storage.remove(personId, path);
    return { kind: "failed", message: messageOf(added) };
  }
  return sendPassages(command, id, document.passages, progress);
}

/**
 * Sends a file's passages, then stores the file's present state in the mirror, whether that
 * succeeded or not.
 */
export async function sendPassages(
  { db, backend, now }: KnowledgeCommand,
  fileId: string,
  passages: readonly Passage[],
  progress: (progress: UploadProgress) => void,
): Promise<UploadResult> {
  const { knowledge } = backend;
  let result: UploadResult = { kind: "done" };
  for (let sent = 0; sent < passages.length && result.kind === "done"; sent += BATCH) {
    progress({ stage: "indexing", done: sent / passages.length });
    const batch = passages.slice(sent, sent + BATCH);
    const added = await knowledge.addPassages(db.personId, fileId, batch);
    if (added.kind !== "ok") result = { kind: "not-searchable", message: messageOf(added) };
  }
  const file = await knowledge.file(db.personId, fileId);
  if (file.kind === "ok" && file.value !== null) await putKnowledgeFile(db, file.value, now());
  return result;
}

export function sentenceOf(error: unknown): string {
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
