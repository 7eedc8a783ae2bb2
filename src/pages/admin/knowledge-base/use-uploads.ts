import type { FileAgent } from "@contracts/knowledge.ts";
import { useState } from "react";
import {
  type KnowledgeCommand,
  type UploadProgress,
  type UploadResult,
  uploadFile,
  uploadRefusal,
} from "#commands/knowledge-upload.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { readDocument } from "./read-document.ts";

/** A file that is being uploaded, or whose upload failed. */
export interface UploadEntry {
  id: string;
  name: string;
  state: "waiting" | "going" | "failed";
  progress: UploadProgress;
  /** Why it failed. */
  message: string;
}

const NOT_BEGUN: UploadProgress = { stage: "reading", done: 0 };

/**
 * Uploads the chosen files one after the other: each file is read as a whole, and a phone has
 * little memory.
 */
export function useUploads(command: KnowledgeCommand | null, companyId: string | null) {
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);

  function change(id: string, changes: Partial<UploadEntry>): void {
    setEntries((before) => before.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }
  function dismiss(id: string): void {
    setEntries((before) => before.filter((each) => each.id !== id));
  }

  async function send(
    sender: KnowledgeCommand,
    company: string,
    entry: UploadEntry,
    file: File,
    agents: readonly FileAgent[],
  ): Promise<UploadResult["kind"]> {
    change(entry.id, { state: "going" });
    const result = await uploadFile(sender, {
      file,
      companyId: company,
      agents,
      read: readDocument,
      progress: (progress) => change(entry.id, { progress }),
    });
    if (result.kind === "failed") {
      change(entry.id, { state: "failed", message: result.message });
      showError("Upload failed", `${file.name}: ${result.message}`);
      return result.kind;
    }
    dismiss(entry.id);
    if (result.kind === "not-searchable") {
      showError("Not searchable yet", `${file.name}: ${result.message}`);
    }
    return result.kind;
  }

  /**
   * Uploads one after the other, and shows one toast for all successful uploads.
   * @returns whether any file was uploaded
   */
  async function sendAll(
    sends: readonly (() => Promise<UploadResult["kind"]>)[],
  ): Promise<boolean> {
    const results: UploadResult["kind"][] = [];
    for (const each of sends) results.push(await each());
    const done = results.filter((result) => result === "done").length;
    const words = done === 1 ? "1 document was" : `${done} documents were`;
    if (done > 0) showStatus("Upload complete", `${words} added to the knowledge base.`);
    return results.some((result) => result !== "failed");
  }

  /**
   * Uploads the allowed files, and shows a toast with the reason for each other file.
   * @returns whether any file was uploaded, after all are done
   */
  async function upload(files: readonly File[], agents: readonly FileAgent[]): Promise<boolean> {
    if (command === null || companyId === null) return false;
    const taken = files.filter((file) => {
      const refusal = uploadRefusal(file, agents);
      if (refusal !== null) showError(refusal.title, refusal.message);
      return refusal === null;
    });
    const begun = taken.map((file) => ({
      file,
      entry: {
        id: crypto.randomUUID(),
        name: file.name,
        state: "waiting",
        progress: NOT_BEGUN,
        message: "",
      } satisfies UploadEntry,
    }));
    setEntries((before) => [...before, ...begun.map(({ entry }) => entry)]);
    return sendAll(
      begun.map(
        ({ entry, file }) =>
          () =>
            send(command, companyId, entry, file, agents),
      ),
    );
  }

  return { entries, upload, dismiss };
}
