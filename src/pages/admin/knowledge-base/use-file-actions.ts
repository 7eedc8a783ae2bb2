import type { FileAgent, KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo, useState } from "react";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import {
  deleteFile,
  deleteNewestVersion,
  deleteVersions,
  downloadFile,
  indexAgain,
  restoreVersion,
  setFileAgents,
} from "#commands/knowledge-files.ts";
import { type UploadProgress, uploadRefusal } from "#commands/knowledge-upload.ts";
import {
  type ReplaceConcern,
  type ReplaceDecision,
  replaceDocument,
} from "#commands/replace-document.ts";
import { showResult } from "#features/administration/show-result.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { askSearcher } from "#knowledge/search/searcher.ts";
import { inTurn } from "#platform/serialize.ts";
import { saveFile } from "#ui/save-file.ts";
import { showError, showStatus } from "#ui/toast.ts";
import type { KnowledgeDocument } from "./documents.ts";
import { readDocument } from "./use-uploads.ts";

/** What is asked before a file replaces a document. */
export interface ReplaceQuestion {
  previous: KnowledgeFile;
  /** The name of the new file. */
  name: string;
  concern: ReplaceConcern;
  decide: (decision: ReplaceDecision) => void;
}

/** The running actions, by the file's id: what is said of them, and for some how to cancel them. */
type Doing = Readonly<Record<string, { words: string; cancel?: () => void }>>;

/** The actions of an administrator on files; each shows a toast. */
export type FileActions = ReturnType<typeof useFileActions>["actions"];

const STAGE_WORDS: Record<UploadProgress["stage"], string> = {
  reading: "Reading the new version",
  uploading: "Uploading the new version",
  indexing: "Indexing the new version",
};

/**
 * The actions, the same object between renders, and the running ones.
 * @returns `questions`: what the person must decide before uploads go on, the oldest first
 */
export function useFileActions() {
  const command = useCommand();
  const [doing, setDoing] = useState<Doing>({});
  const [questions, setQuestions] = useState<readonly ReplaceQuestion[]>([]);
  const actions = useMemo(() => {
    const say = ({ id }: KnowledgeFile, words: string) =>
      setDoing((before) => ({ ...before, [id]: { ...before[id], words } }));

    /** Shows words at a file while something is done with it. */
    async function during(
      file: KnowledgeFile,
      words: string,
      work: (sender: AdministrationCommand) => Promise<unknown>,
      cancel?: () => void,
    ): Promise<void> {
      if (command === null) return;
      setDoing((before) => ({ ...before, [file.id]: { words, ...(cancel && { cancel }) } }));
      await work(command);
      setDoing(({ [file.id]: _, ...others }) => others);
    }

    const ask = (question: Omit<ReplaceQuestion, "decide">) =>
      new Promise<ReplaceDecision>((resolve) => {
        const asked: ReplaceQuestion = {
          ...question,
          decide: (decision) => {
            setQuestions((before) => before.filter((each) => each !== asked));
            resolve(decision);
          },
        };
        setQuestions((before) => [...before, asked]);
      });

    const deleting = (
      file: KnowledgeFile,
      work: (sender: AdministrationCommand) => Promise<CommandResult>,
    ) =>
      void during(file, "Deleting…", (sender) =>
        showResult(work(sender), "Delete failed", "Document deleted", file.file_name),
      );

    return {
      /** Replaces a document by a file, after the golden questions were searched for in it. */
      replace(previous: KnowledgeFile, file: File) {
        const { company_id: companyId, allowed_agents: agents } = previous;
        const refusal = uploadRefusal(file, agents);
        if (refusal !== null) return showError(refusal.title, refusal.message);
        const leaving = new AbortController();
        const { signal } = leaving;
        const cancel = () => {
          leaving.abort();
          say(previous, "Cancelling…");
        };
        const send = async (sender: AdministrationCommand) => {
          const result = await replaceDocument(sender, {
            ...{ file, companyId, agents, previous, signal },
            read: (bytes, name, progress) => readDocument(bytes, name, progress, signal),
            progress: ({ stage, done }) => {
              const words = `${STAGE_WORDS[stage]}… ${Math.round(done * 100)}%`;
              say(previous, signal.aborted ? "Cancelling…" : words);
            },
            decide: (concern) => ask({ previous, name: file.name, concern }),
            search: (query) => {
              say(previous, "Checking golden questions…");
              return askSearcher(sender.db.personId, "text", query);
            },
          });
          if (result.kind === "done") showStatus("New version added", file.name);
          else if (result.kind === "added") showStatus("Both documents are kept", file.name);
          else if (result.kind === "failed") {
            showError("Upload failed", `${file.name}: ${result.message}`);
          } else if (result.kind === "not-searchable") {
            showError("Not searchable yet", `${file.name}: ${result.message}`);
          }
        };
        void during(previous, "Reading the new version…", send, cancel);
      },
      /** Has an earlier version answer again. */
      restore: (file: KnowledgeFile) =>
        void during(file, "Saving…", (sender) =>
          showResult(
            restoreVersion(sender, file),
            "Update Failed",
            "It answers again",
            file.file_name,
          ),
        ),
      indexAgain: (file: KnowledgeFile) =>
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
      remove: (file: KnowledgeFile) => deleting(file, (sender) => deleteFile(sender, file)),
      removeNewest: (file: KnowledgeFile, before: { previous: KnowledgeFile; restores: boolean }) =>
        deleting(file, (sender) => deleteNewestVersion(sender, file, before)),
      /** Deletes all versions of a document. @param earlier the oldest first */
      removeAll: (earlier: readonly KnowledgeFile[], newest: KnowledgeFile) =>
        deleting(newest, (sender) => deleteVersions(sender, [...earlier, newest])),
      download: (file: KnowledgeFile) =>
        void during(file, "Downloading…", async (sender) => {
          const result = await downloadFile(sender, file);
          if (result.kind === "done") saveFile(result.bytes, file.file_name, `.${file.kind}`);
          else showError("Download failed", result.message);
        }),
      /**
       * Saves the agents of a document. The list shows the change at once, without waiting for the
       * server, unless there is a newer version that does not answer yet.
       */
      setAccess({ current, incoming }: KnowledgeDocument, agents: readonly FileAgent[]): void {
        if (command === null) return;
        // Sent together, the older choice could arrive last.
        void inTurn(current.id, async () => {
          const result = await setFileAgents(command, current, agents, incoming);
          if (result.kind === "done") showStatus("Access updated", current.file_name);
          else showError("Update Failed", "Failed to update agent access. Please try again.");
        });
      },
    };
  }, [command]);
  return { doing, questions, actions };
}
