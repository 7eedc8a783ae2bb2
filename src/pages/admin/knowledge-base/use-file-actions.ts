import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useRef, useState } from "react";
import type { CommandResult } from "#commands/command-result.ts";
import {
  deleteNewestVersion,
  deleteVersions,
  restoreVersion,
} from "#commands/document-versions.ts";
import { deleteFile, downloadFile, indexAgain, setFileAgents } from "#commands/knowledge-files.ts";
import {
  type KnowledgeCommand,
  type UploadProgress,
  uploadFile,
  uploadRefusal,
} from "#commands/knowledge-upload.ts";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { readDocument } from "./read-document.ts";

/** The actions of an administrator on files; each shows a toast. */
export interface FileActions {
  download: (file: KnowledgeFile) => void;
  setAccess: (file: KnowledgeFile, agents: readonly FileAgent[]) => void;
  remove: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile) => void;
  /** Uploads a file as the next version of another. */
  replace: (file: KnowledgeFile, chosen: File) => void;
  /** Cancels that upload. */
  cancel: (file: KnowledgeFile) => void;
  /** Has a replaced version answer again. */
  restore: (file: KnowledgeFile) => void;
  removeNewest: (
    file: KnowledgeFile,
    before: { previous: KnowledgeFile; restores: boolean },
  ) => void;
  /** Deletes all versions of a document. @param earlier the oldest first */
  removeAll: (earlier: readonly KnowledgeFile[], newest: KnowledgeFile) => void;
}

const STAGE_WORDS: Record<UploadProgress["stage"], string> = {
  reading: "Reading the new version",
  uploading: "Uploading the new version",
  indexing: "Indexing the new version",
};

/** The running actions as text, by the file's id. */
export type Doing = Readonly<Record<string, string>>;

/**
 * Saves the agents of a file. The list shows the change at once, without waiting for the server.
 */
async function saveAccess(
  sender: KnowledgeCommand,
  file: KnowledgeFile,
  agents: readonly FileAgent[],
): Promise<void> {
  const result = await setFileAgents(sender, file, agents);
  if (result.kind === "done") showStatus("Access updated", file.file_name);
  else showError("Update Failed", "Failed to update agent access. Please try again.");
}

/** @returns the actions, the same object between renders, and the running ones */
export function useFileActions(command: KnowledgeCommand | null): {
  doing: Doing;
  /** The ids of the files whose running action can be cancelled. */
  cancellable: ReadonlySet<string>;
  actions: FileActions;
} {
  const [doing, setDoing] = useState<Doing>({});
  const [cancellable, setCancellable] = useState<ReadonlySet<string>>(new Set());
  const uploads = useRef(new Map<string, AbortController>());
  const actions = useMemo((): FileActions => {
    async function during(
      file: KnowledgeFile,
      words: string,
      work: (sender: KnowledgeCommand) => Promise<void>,
    ): Promise<void> {
      if (command === null) return;
      setDoing((before) => ({ ...before, [file.id]: words }));
      await work(command);
      setDoing(({ [file.id]: _, ...others }) => others);
    }
    function tellDeletion(result: CommandResult, { file_name }: KnowledgeFile): void {
      if (result.kind === "done") showStatus("Document deleted", file_name);
      else showError("Delete failed", result.message);
    }
    async function sendVersion(
      sender: KnowledgeCommand,
      previous: KnowledgeFile,
      chosen: File,
    ): Promise<void> {
      const cancel = new AbortController();
      const { signal } = cancel;
      uploads.current.set(previous.id, cancel);
      setCancellable((before) => new Set([...before, previous.id]));
      const result = await uploadFile(sender, {
        file: chosen,
        companyId: previous.company_id,
        agents: previous.allowed_agents,
        previous,
        signal,
        read: (bytes, name, progress) => readDocument(bytes, name, progress, signal),
        progress: ({ stage, done }) =>
          setDoing((before) => ({
            ...before,
            [previous.id]: signal.aborted
              ? "Cancelling…"
              : `${STAGE_WORDS[stage]}… ${Math.round(done * 100)}%`,
          })),
      });
      uploads.current.delete(previous.id);
      setCancellable((before) => new Set([...before].filter((id) => id !== previous.id)));
      if (result.kind === "done") showStatus("New version added", chosen.name);
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
        uploads.current.get(file.id)?.abort();
        setDoing((before) => ({ ...before, [file.id]: "Cancelling…" }));
      },
      restore: (file) =>
        void during(file, "Saving…", async (sender) => {
          const result = await restoreVersion(sender, file);
          if (result.kind === "done") showStatus("It answers again", file.file_name);
          else showError("Update Failed", result.message);
        }),
      removeNewest: (file, before) =>
        void during(file, "Deleting…", async (sender) =>
          tellDeletion(await deleteNewestVersion(sender, file, before), file),
        ),
      removeAll: (earlier, newest) =>
        void during(newest, "Deleting…", async (sender) =>
          tellDeletion(await deleteVersions(sender, [...earlier, newest]), newest),
        ),
      download: (file) =>
        void during(file, "Downloading…", async (sender) => {
          const result = await downloadFile(sender, file);
          if (result.kind === "done") saveFile(result.bytes, file.file_name, `.${file.kind}`);
          else showError("Download failed", result.message);
        }),
      setAccess: (file, agents) => {
        if (command !== null) void saveAccess(command, file, agents);
      },
      remove: (file) =>
        void during(file, "Deleting…", async (sender) => {
          tellDeletion(await deleteFile(sender, file), file);
        }),
      indexAgain: (file) =>
        void during(file, "Indexing…", async (sender) => {
          const result = await indexAgain(sender, file, {
            read: readDocument,
            progress: ({ done }) =>
              setDoing((before) => ({
                ...before,
                [file.id]: `Indexing… ${Math.round(done * 100)}%`,
              })),
          });
          if (result.kind === "done") showStatus("Document indexed", file.file_name);
          else if (result.kind !== "cancelled") {
            showError("Not searchable yet", `${file.file_name}: ${result.message}`);
          }
        }),
    };
  }, [command]);
  return { doing, cancellable, actions };
}
