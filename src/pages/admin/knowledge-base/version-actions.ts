import { isHeld, type KnowledgeFile } from "@contracts/knowledge.ts";
import type { CommandResult } from "#commands/command-result.ts";
import {
  deleteNewestVersion,
  deleteVersions,
  restoreVersion,
} from "#commands/document-versions.ts";
import { type GoldenReport, selectUnchecked, selectWorse } from "#commands/golden-run.ts";
import {
  checkAndRelease,
  type HeldCommand,
  type HeldResult,
  releaseVersion,
  type UnlikeDecision,
  uploadVersion,
} from "#commands/held-versions.ts";
import { deleteFile, indexAgain } from "#commands/knowledge-files.ts";
import { type UploadProgress, uploadRefusal } from "#commands/knowledge-upload.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { readDocument } from "./read-document.ts";

/** Why a held version was not released: what gets worse with it, or why that is not known. */
export type HeldTrouble = Extract<HeldResult, { kind: "worse" | "unchecked" }>;

/** The actions of an administrator on the versions of documents; each shows a toast. */
export interface VersionActions {
  /** Uploads a file as the next version of another. */
  replace: (file: KnowledgeFile, chosen: File) => void;
  /** Cancels that upload. */
  cancel: (file: KnowledgeFile) => void;
  /** Tries the golden questions with a held version, which is released when nothing gets worse. */
  check: (held: KnowledgeFile, previous: KnowledgeFile) => void;
  /** Has a held version answer. @param previous the one before it; null when it was deleted */
  release: (held: KnowledgeFile, previous: KnowledgeFile | null) => void;
  /** Has a replaced version answer again. */
  restore: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile, previous: KnowledgeFile | null) => void;
  remove: (file: KnowledgeFile) => void;
  removeNewest: (
    file: KnowledgeFile,
    before: { previous: KnowledgeFile; restores: boolean },
  ) => void;
  /** Deletes all versions of a document. @param earlier the oldest first */
  removeAll: (earlier: readonly KnowledgeFile[], newest: KnowledgeFile) => void;
}

/** What these actions tell the list while they run. */
export interface VersionPorts {
  /** Shows words at a file while something is done with it. */
  during: (
    file: KnowledgeFile,
    words: string,
    work: (sender: HeldCommand) => Promise<void>,
  ) => Promise<void>;
  /** Changes these words. */
  say: (file: KnowledgeFile, words: string) => void;
  /** Offers to cancel what is done with a file; null: no longer. */
  offerCancel: (file: KnowledgeFile, cancel: AbortController | null) => void;
  /** @returns false when there was nothing to cancel any more */
  cancel: (file: KnowledgeFile) => boolean;
  /** Asks what to do with a file of that name that has little in common with the one it is to replace. */
  decide: (previous: KnowledgeFile, name: string) => Promise<UnlikeDecision>;
  /** Keeps why a held version, by its id, was not released; null: it is not known any more. */
  note: (heldId: string, trouble: HeldTrouble | null) => void;
}

const STAGE_WORDS: Record<UploadProgress["stage"], string> = {
  reading: "Reading the new version",
  uploading: "Uploading the new version",
  indexing: "Indexing the new version",
};

const checkWords = ({ done, of }: Pick<GoldenReport, "done" | "of">) =>
  `Checking golden questions… ${done} of ${of}`;

/** "2 golden questions get worse" or, when that is not known of some, how many were not checked. */
export function troubleWords({ comparisons }: GoldenReport): string {
  const worse = selectWorse(comparisons).length;
  const unknown = selectUnchecked(comparisons).length;
  const questions = (count: number) => `${count} golden question${count === 1 ? "" : "s"}`;
  if (worse > 0) return `${questions(worse)} ${worse === 1 ? "gets" : "get"} worse`;
  return `${questions(unknown)} could not be checked without asking a model`;
}

function tellDeletion(result: CommandResult, { file_name }: KnowledgeFile): void {
  if (result.kind === "done") showStatus("Document deleted", file_name);
  else showError("Delete failed", result.message);
}

export function createVersionActions(ports: VersionPorts): VersionActions {
  const { during, say } = ports;

  function settle(heldId: string, name: string, result: HeldResult): void {
    const isTrouble = result.kind === "worse" || result.kind === "unchecked";
    ports.note(heldId, isTrouble ? result : null);
    if (result.kind === "replaced") showStatus("New version added", name);
    else if (result.kind === "worse") {
      showError("Not replaced yet", `${name}: ${troubleWords(result.report)}.`);
    } else {
      const title = result.kind === "unchecked" ? "Not checked" : "Update Failed";
      showError(title, `${name}: ${result.message}`);
    }
  }

  async function sendVersion(
    sender: HeldCommand,
    previous: KnowledgeFile,
    chosen: File,
  ): Promise<void> {
    const cancel = new AbortController();
    const { signal } = cancel;
    ports.offerCancel(previous, cancel);
    const result = await uploadVersion(sender, {
      file: chosen,
      companyId: previous.company_id,
      agents: previous.allowed_agents,
      previous,
      signal,
      read: (bytes, name, progress) => readDocument(bytes, name, progress, signal),
      progress: ({ stage, done }) =>
        say(
          previous,
          signal.aborted ? "Cancelling…" : `${STAGE_WORDS[stage]}… ${Math.round(done * 100)}%`,
        ),
      decide: () => ports.decide(previous, chosen.name),
      told: (report) => {
        // All of it is there: it can be deleted from now on, and no longer cancelled.
        ports.offerCancel(previous, null);
        say(previous, checkWords(report));
      },
    });
    ports.offerCancel(previous, null);
    if (result.kind === "held") settle(result.id, chosen.name, result.result);
    else if (result.kind === "done") showStatus("New version added", chosen.name);
    else if (result.kind === "added") showStatus("Both documents are kept", chosen.name);
    else if (result.kind === "failed") {
      showError("Upload failed", `${chosen.name}: ${result.message}`);
    } else if (result.kind === "not-searchable") {
      showError("Not searchable yet", `${chosen.name}: ${result.message}`);
    }
  }

  async function check(
    sender: HeldCommand,
    held: KnowledgeFile,
    previous: KnowledgeFile,
  ): Promise<void> {
    const result = await checkAndRelease(sender, { held, previous }, (report) =>
      say(held, checkWords(report)),
    );
    settle(held.id, held.file_name, result);
  }

  return {
    replace: (file, chosen) => {
      const refusal = uploadRefusal(chosen, file.allowed_agents);
      if (refusal !== null) showError(refusal.title, refusal.message);
      else {
        void during(file, "Reading the new version…", (sender) =>
          sendVersion(sender, file, chosen),
        );
      }
    },
    cancel: (file) => {
      if (ports.cancel(file)) say(file, "Cancelling…");
    },
    check: (held, previous) =>
      void during(held, "Checking golden questions…", (sender) => check(sender, held, previous)),
    release: (held, previous) =>
      void during(held, "Replacing…", async (sender) => {
        const result = await releaseVersion(sender, { held, previous });
        if (result.kind === "done") settle(held.id, held.file_name, { kind: "replaced" });
        else showError("Update Failed", result.message);
      }),
    restore: (file) =>
      void during(file, "Saving…", async (sender) => {
        const result = await restoreVersion(sender, file);
        if (result.kind === "done") showStatus("It answers again", file.file_name);
        else showError("Update Failed", result.message);
      }),
    indexAgain: (file, previous) =>
      void during(file, "Indexing…", async (sender) => {
        const result = await indexAgain(sender, file, {
          read: readDocument,
          progress: ({ done }) => say(file, `Indexing… ${Math.round(done * 100)}%`),
        });
        if (result.kind === "done") {
          showStatus("Document indexed", file.file_name);
          if (isHeld(file) && previous !== null) await check(sender, file, previous);
        } else if (result.kind !== "cancelled") {
          showError("Not searchable yet", `${file.file_name}: ${result.message}`);
        }
      }),
    remove: (file) =>
      void during(file, "Deleting…", async (sender) => {
        tellDeletion(await deleteFile(sender, file), file);
      }),
    removeNewest: (file, before) =>
      void during(file, "Deleting…", async (sender) =>
        tellDeletion(await deleteNewestVersion(sender, file, before), file),
      ),
    removeAll: (earlier, newest) =>
      void during(newest, "Deleting…", async (sender) =>
        tellDeletion(await deleteVersions(sender, [...earlier, newest]), newest),
      ),
  };
}
