import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useState } from "react";
import { deleteFile, downloadFile, indexAgain, setFileAgents } from "#commands/knowledge-files.ts";
import type { KnowledgeCommand } from "#commands/knowledge-upload.ts";
import { extractDocument } from "#knowledge/extraction/extract-document.ts";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";

/** The actions of an administrator on files; each shows a toast. */
export interface FileActions {
  download: (file: KnowledgeFile) => void;
  setAccess: (file: KnowledgeFile, agents: readonly FileAgent[]) => void;
  remove: (file: KnowledgeFile) => void;
  indexAgain: (file: KnowledgeFile) => void;
}

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
  actions: FileActions;
} {
  const [doing, setDoing] = useState<Doing>({});
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
    return {
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
          const result = await deleteFile(sender, file);
          if (result.kind === "done") showStatus("Document deleted", file.file_name);
          else showError("Delete failed", result.message);
        }),
      indexAgain: (file) =>
        void during(file, "Indexing…", async (sender) => {
          const result = await indexAgain(sender, file, {
            read: (bytes, name, progress) => extractDocument(bytes, name, { progress }),
            progress: ({ done }) =>
              setDoing((before) => ({
                ...before,
                [file.id]: `Indexing… ${Math.round(done * 100)}%`,
              })),
          });
          if (result.kind === "done") showStatus("Document indexed", file.file_name);
          else showError("Not searchable yet", `${file.file_name}: ${result.message}`);
        }),
    };
  }, [command]);
  return { doing, actions };
}
