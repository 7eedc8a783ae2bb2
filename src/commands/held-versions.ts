import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { type Command, type CommandResult, type Failed, failed } from "./command-result.ts";
import {
  type GoldenReport,
  type GoldenTrial,
  isWithoutLoss,
  loadGoldenQuestions,
  runGoldenQuestions,
} from "./golden-run.ts";
import {
  type KnowledgeCommand,
  readFile,
  refreshFiles,
  storeFile,
  type Upload,
  type UploadResult,
} from "./knowledge-upload.ts";
import { isUnlike } from "./unlike-documents.ts";

export type HeldCommand = KnowledgeCommand & Command<"functions" | "rows">;

/** A held version, and the one in whose place it comes. */
export interface HeldVersion {
  held: Pick<KnowledgeFile, "id" | "company_id">;
  previous: Pick<KnowledgeFile, "id">;
}

/** `worse`: it is complete and still held, because the report has questions that get worse. */
export type HeldResult =
  | { kind: "replaced" }
  | { kind: "worse"; report: GoldenReport }
  | { kind: "unchecked"; message: string }
  | Failed;

/** `added`: both documents are kept. */
export type VersionResult =
  | UploadResult
  | { kind: "added" }
  | { kind: "held"; id: string; result: HeldResult };

/** What becomes of a document when a file is to replace it that may be another document. */
export type UnlikeDecision = "replace" | "keep-both" | "cancel";

/** What the upload of a version asks and tells. */
export interface VersionUpload extends Upload {
  previous: KnowledgeFile;
  /** Asks what to do with a file that has little in common with the previous one. */
  decide: () => Promise<UnlikeDecision>;
  /** Called when the check begins, and after each of its requests. */
  told: (report: GoldenReport) => void;
}

/**
 * Uploads the next version of a document; one that is unlike it becomes a document of its own if the
 * person decides so. In a company with golden questions it is held until they were tried with it.
 */
export async function uploadVersion(
  command: HeldCommand,
  upload: VersionUpload,
): Promise<VersionResult> {
  const { previous, told } = upload;
  const { company_id } = previous;
  const read = await readFile(upload);
  if (read.kind !== "read") return read;
  const before = await command.backend.knowledge.passages(command.db.personId, previous.id);
  if (before.kind !== "ok") return failed(before);
  const next = { file_name: upload.file.name, passages: read.document.passages };
  if (isUnlike(next, { file_name: previous.file_name, passages: before.value })) {
    const decision = await upload.decide();
    if (decision === "cancel" || upload.signal?.aborted) return { kind: "cancelled" };
    if (decision === "keep-both") {
      const { previous: _, ...alone } = upload;
      const stored = await storeFile(command, alone, read);
      return stored.kind === "done" ? { kind: "added" } : stored;
    }
  }
  const set = await loadGoldenQuestions(command, company_id);
  // Without an answer there may be some: it is held then.
  if (set.kind === "done" && set.questions.length === 0) return storeFile(command, upload, read);
  const id = crypto.randomUUID();
  const uploaded = await storeFile(command, { ...upload, heldAs: id }, read);
  if (uploaded.kind !== "done") return uploaded;
  const version = { held: { id, company_id }, previous };
  return { kind: "held", id, result: await tryAndRelease(command, version, set, told) };
}

/** Tries the golden questions with a held version, and releases it when nothing gets worse. */
export async function checkAndRelease(
  command: HeldCommand,
  version: HeldVersion,
  told: (report: GoldenReport) => void,
): Promise<HeldResult> {
  const set = await loadGoldenQuestions(command, version.held.company_id);
  return tryAndRelease(command, version, set, told);
}

async function tryAndRelease(
  command: HeldCommand,
  version: HeldVersion,
  set: Awaited<ReturnType<typeof loadGoldenQuestions>>,
  told: (report: GoldenReport) => void,
): Promise<HeldResult> {
  const { held, previous } = version;
  if (set.kind === "failed") return { kind: "unchecked", message: set.message };
  const { questions } = set;
  if (questions.length > 0) {
    const change = { kind: "version" as const, file_id: previous.id, by: held.id };
    const trials: GoldenTrial[] = [
      { agent: "label", change },
      { agent: "ask", change },
    ];
    told({ done: 0, of: questions.length, comparisons: [], cost: 0, failure: null });
    const { signal } = new AbortController();
    const company = held.company_id;
    const report = await runGoldenQuestions(command, company, questions, trials, told, signal);
    if (report.failure !== null) {
      // Somebody else may have released or deleted it.
      await refreshFiles(command, [previous.id, held.id]);
      return { kind: "unchecked", message: report.failure };
    }
    if (!isWithoutLoss(report)) return { kind: "worse", report };
  }
  const released = await releaseVersion(command, version);
  return released.kind === "done" ? { kind: "replaced" } : released;
}

/** Has a held version take the place of the one before it. */
export async function releaseVersion(
  command: KnowledgeCommand,
  {
    held,
    previous,
  }: { held: Pick<KnowledgeFile, "id">; previous: Pick<KnowledgeFile, "id"> | null },
): Promise<CommandResult> {
  const released = await command.backend.knowledge.releaseVersion(command.db.personId, held.id);
  if (released.kind !== "ok") return failed(released);
  await refreshFiles(command, previous === null ? [held.id] : [previous.id, held.id]);
  return { kind: "done" };
}
