import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useRef, useState } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { downloadFile, setFileAgents } from "#commands/knowledge-files.ts";
import { inTurn } from "#platform/serialize.ts";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";
import type { KnowledgeDocument } from "./documents.ts";
import type { ReplaceQuestion } from "./replace-dialog.tsx";
import { createVersionActions, type VersionActions } from "./version-actions.ts";

/** The actions of an administrator on files; each shows a toast. */
export interface FileActions extends VersionActions {
  download: (file: KnowledgeFile) => void;
  setAccess: (document: KnowledgeDocument, agents: readonly FileAgent[]) => void;
}

/** The running actions as text, by the file's id. */
export type Doing = Readonly<Record<string, string>>;

/**
 * Saves the agents of a document. The list shows the change at once, without waiting for the server,
 * unless there is a newer version that does not answer yet.
 */
async function saveAccess(
  sender: AdministrationCommand,
  { current, incoming }: KnowledgeDocument,
  agents: readonly FileAgent[],
): Promise<void> {
  const result = await setFileAgents(sender, current, agents, incoming);
  if (result.kind === "done") showStatus("Access updated", current.file_name);
  else showError("Update Failed", "Failed to update agent access. Please try again.");
}

/** @returns the actions, the same object between renders, and the running ones */
export function useFileActions(command: AdministrationCommand | null): {
  doing: Doing;
  /** The ids of the files whose running action can be cancelled. */
  cancellable: ReadonlySet<string>;
  /** What the person must decide before uploads go on, the oldest first. */
  questions: readonly ReplaceQuestion[];
  actions: FileActions;
} {
  const [doing, setDoing] = useState<Doing>({});
  const [cancellable, setCancellable] = useState<ReadonlySet<string>>(new Set());
  const [questions, setQuestions] = useState<readonly ReplaceQuestion[]>([]);
  const uploads = useRef(new Map<string, AbortController>());
  const actions = useMemo((): FileActions => {
    const say = ({ id }: KnowledgeFile, words: string) =>
      setDoing((before) => ({ ...before, [id]: words }));
    async function during(
      file: KnowledgeFile,
      words: string,
      work: (sender: AdministrationCommand) => Promise<void>,
    ): Promise<void> {
      if (command === null) return;
      say(file, words);
      await work(command);
      setDoing(({ [file.id]: _, ...others }) => others);
    }
    return {
      ...createVersionActions({
        during,
        say,
        offerCancel: ({ id }, cancel) => {
          if (cancel === null) uploads.current.delete(id);
          else uploads.current.set(id, cancel);
          setCancellable(new Set(uploads.current.keys()));
        },
        cancel: ({ id }) => {
          const upload = uploads.current.get(id);
          upload?.abort();
          return upload !== undefined;
        },
        decide: (previous, name, report) =>
          new Promise((resolve) => {
            const question: ReplaceQuestion = {
              ...{ previous, name, report },
              decide: (decision) => {
                setQuestions((before) => before.filter((each) => each !== question));
                resolve(decision);
              },
            };
            setQuestions((before) => [...before, question]);
          }),
      }),
      download: (file) =>
        void during(file, "Downloading…", async (sender) => {
          const result = await downloadFile(sender, file);
          if (result.kind === "done") saveFile(result.bytes, file.file_name, `.${file.kind}`);
          else showError("Download failed", result.message);
        }),
      setAccess: (document, agents) => {
        if (command === null) return;
        // Sent together, the older choice could arrive last.
        void inTurn(document.current.id, () => saveAccess(command, document, agents));
      },
    };
  }, [command]);
  return { doing, cancellable, questions, actions };
}
