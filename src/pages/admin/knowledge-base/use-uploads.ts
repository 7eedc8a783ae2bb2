import type { FileAgent } from "@contracts/knowledge.ts";
import { useState } from "react";
import {
  type ReadDocumentBytes,
  type UploadProgress,
  uploadFile,
  uploadRefusal,
} from "#commands/knowledge-upload.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { describeUnreadParts } from "#features/manuals/unread-parts.tsx";
import { extractDocument } from "#knowledge/extraction/extract-document.ts";
import { showError, showNotice, showStatus } from "#ui/toast.ts";

/** A file that is being uploaded, or whose upload failed. */
export interface UploadEntry {
  id: string;
  name: string;
  /** Null while it waits. */
  progress: UploadProgress | null;
  /** Why it failed; null if it did not. */
  failure: string | null;
}

/**
 * Uploads the chosen files one after the other: each file is read as a whole, and a phone has
 * little memory.
 */
export function useUploads(companyId: string) {
  const command = useCommand();
  const [entries, setEntries] = useState<readonly UploadEntry[]>([]);

  function change(id: string, changes: Partial<UploadEntry>): void {
    setEntries((before) => before.map((each) => (each.id === id ? { ...each, ...changes } : each)));
  }
  function dismiss(id: string): void {
    setEntries((before) => before.filter((each) => each.id !== id));
  }

  /**
   * Uploads the allowed files, and shows a toast with the reason for each other file, and one for all
   * successful uploads.
   * @returns whether any file was uploaded, after all are done
   */
  async function upload(files: readonly File[], agents: readonly FileAgent[]): Promise<boolean> {
    if (command === null) return false;
    const begun = files.flatMap((file) => {
      const refusal = uploadRefusal(file, agents);
      if (refusal === null) return [{ file, id: crypto.randomUUID() }];
      showError(refusal.title, refusal.message);
      return [];
    });
    const waiting = begun.map(({ file: { name }, id }) => ({
      ...{ id, name, progress: null, failure: null },
    }));
    setEntries((before) => [...before, ...waiting]);
    let added = 0;
    let isAnySent = false;
    for (const { file, id } of begun) {
      const progress = (now: UploadProgress) => change(id, { progress: now });
      progress({ stage: "reading", done: 0 });
      const result = await uploadFile(command, {
        ...{ file, companyId, agents, progress },
        read: readDocument,
      });
      if (result.kind === "failed") {
        change(id, { failure: result.message });
        showError("Upload failed", `${file.name}: ${result.message}`);
        continue;
      }
      dismiss(id);
      isAnySent = true;
      if (result.kind === "done") added += 1;
      if (result.kind === "not-searchable") {
        showError("Not searchable yet", `${file.name}: ${result.message}`);
      }
    }
    const words = added === 1 ? "1 document was" : `${added} documents were`;
    if (added > 0) showStatus("Upload complete", `${words} added to the knowledge base.`);
    return isAnySent;
  }

  return { entries, upload, dismiss };
}

/**
 * Reads a document, and shows the person which of its pages cannot be read.
 * @param signal ends the reading
 */
export async function readDocument(
  bytes: ArrayBuffer,
  name: string,
  progress: (done: number) => void,
  signal?: AbortSignal,
): ReturnType<ReadDocumentBytes> {
  const document = await extractDocument(bytes, name, { progress, ...(signal && { signal }) });
  const { pageCount, picturePages, reading } = document;
  if (pageCount !== null && picturePages !== null && picturePages.length > 0) {
    showNotice("Pages without text", describePicturePages(name, picturePages.length, pageCount));
  }
  const others = describeUnreadParts({ page_count: pageCount, reading });
  if (others.length > 0) showNotice(`Not all of ${name} is read`, `${others.join(". ")}.`);
  return document;
}

function describePicturePages(name: string, pictures: number, pages: number): string {
  const which = `${pictures} of ${pages} ${pages === 1 ? "page" : "pages"} of ${name}`;
  return pictures === 1
    ? `${which} is a picture without text. Agents can't read this page.`
    : `${which} are pictures without text. Agents can't read these pages.`;
}
