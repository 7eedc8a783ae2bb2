import type { KnowledgeFile } from "@contracts/knowledge.ts";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import type { GoldenReport } from "#commands/golden-run.ts";
import {
  deleteFile,
  deleteNewestVersion,
  deleteVersions,
  indexAgain,
  restoreVersion,
} from "#commands/knowledge-files.ts";
import { type UploadProgress, uploadRefusal } from "#commands/knowledge-upload.ts";
import { type ReplaceDecision, replaceDocument } from "#commands/replace-document.ts";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { readDocument } from "./read-document.ts";

/** The actions of an administrator on the versions of documents; each shows a toast. */
export interface VersionActions {
  /** Replaces a document by a file, after the golden questions were searched for in it. */
  replace: (file: KnowledgeFile, chosen: File) => void;
  /** Cancels that upload. */
  cancel: (file: KnowledgeFile) => void;
  /** Has a replaced version answer again. */
  restore: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile) => void;
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
    work: (sender: AdministrationCommand) => Promise<void>,
  ) => Promise<void>;
  /** Changes these words. */
  say: (file: KnowledgeFile, words: string) => void;
  /** Offers to cancel what is done with a file; null: no longer. */
  offerCancel: (file: KnowledgeFile, cancel: AbortController | null) => void;
  /** @returns false when there was nothing to cancel any more */
  cancel: (file: KnowledgeFile) => boolean;
  /**
   * Asks what to do with a file of that name with which golden questions get worse; null: which has little in
   * common with the one that it is to replace.
   */
  decide: (
    previous: KnowledgeFile,
    name: string,
    report: GoldenReport | null,
  ) => Promise<ReplaceDecision>;
}

const STAGE_WORDS: Record<UploadProgress["stage"], string> = {
  reading: "Reading the new version",
  uploading: "Uploading the new version",
  indexing: "Indexing the new version",
};

function tellDeletion(result: CommandResult, { file_name }: KnowledgeFile): void {
  if (result.kind === "done") showStatus("Document deleted", file_name);
  else showError("Delete failed", result.message);
}

export function createVersionActions(ports: VersionPorts): VersionActions {
  const { during, say } = ports;

  async function sendVersion(
    sender: AdministrationCommand,
    previous: KnowledgeFile,
    chosen: File,
  ): Promise<void> {
    const cancel = new AbortController();
    const { signal } = cancel;
    ports.offerCancel(previous, cancel);
    const result = await replaceDocument(sender, {
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
      decide: (report) => ports.decide(previous, chosen.name, report),
      search: (query) => {
        say(previous, "Checking golden questions…");
        return askSearcher(sender.db.personId, "text", query);
      },
    });
    ports.offerCancel(previous, null);
    if (result.kind === "done") showStatus("New version added", chosen.name);
    else if (result.kind === "added") showStatus("Both documents are kept", chosen.name);
    else if (result.kind === "failed") {
      showError("Upload failed", `${chosen.name}: ${result.message}`);
    } else if (result.kind === "not-searchable") {
      showError("Not searchable yet", `${chosen.name}: ${result.message}`);
    }
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
    restore: (file) =>
      void during(file, "Saving…", async (sender) => {
        const result = await restoreVersion(sender, file);
        if (result.kind === "done") showStatus("It answers again", file.file_name);
        else showError("Update Failed", result.message);
      }),
    indexAgain: (file) =>
      void during(file, "Indexing…", async (sender) => {
        const result = await indexAgain(sender, file, {
          read: readDocument,
          progress: ({ done }) => say(file, `Indexing… ${Math.round(done * 100)}%`),
        });
        if (result.kind === "done") showStatus("Document indexed", file.file_name);
        else if (result.kind !== "cancelled") {
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
