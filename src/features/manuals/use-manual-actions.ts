import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useMemo } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { deleteDownload, wantDownload } from "#mirror/person/knowledge/downloads.ts";
import { askToPersist, roomLeft } from "#platform/storage-quota.ts";
import { formatByteSize } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";

type Sized = Pick<KnowledgeFile, "id" | "size_bytes">;

export interface ManualActions {
  /** Requests the download of files: it starts now, or when there is a connection. */
  download: (files: readonly Sized[]) => void;
  /** Deletes a file from this device, or cancels its download. */
  remove: (file: Sized) => void;
  removeAll: (files: readonly Sized[]) => void;
}

/** The actions for the files on this device. */
export function useManualActions(): ManualActions {
  const db = useMirror();
  return useMemo(() => {
    async function download(files: readonly Sized[]): Promise<void> {
      const size = files.reduce((sum, file) => sum + file.size_bytes, 0);
      const room = await roomLeft();
      if (room !== null && room < size) {
        const words = `${formatByteSize(size)} are needed and ${formatByteSize(room)} are free.`;
        showError("Not enough room", `${words} Remove something from this device first.`);
        return;
      }
      askToPersist().catch(() => undefined);
      for (const file of files) await wantDownload(db, file.id, file.size_bytes);
    }
    async function remove(files: readonly Sized[]): Promise<void> {
      for (const file of files) await deleteDownload(db, file.id);
    }
    const failed = () =>
      showError("Error", "It could not be saved. Free some space on this device and try again.");
    return {
      download: (files) => void download(files).catch(failed),
      remove: (file) => void remove([file]).catch(failed),
      removeAll: (files) => void remove(files).catch(failed),
    };
  }, [db]);
}
