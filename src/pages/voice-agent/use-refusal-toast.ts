import { useEffect, useRef } from "react";
import { wordNotice } from "#features/recorder/voice-notice.ts";
import { showError } from "#ui/toast.ts";
import type { NoteProgress } from "./note-progress.ts";

/**
 * Shows a toast when the server refuses the last note while the page is open. The reason stands on
 * the page, also of a note that was refused before.
 */
export function useRefusalToast(noteId: string | null, progress: NoteProgress | null): void {
  const underWay = useRef<string | null>(null);
  const kind = progress?.kind;
  useEffect(() => {
    if (kind === "processing" || kind === "saved") underWay.current = noteId;
    if (kind !== "refused" || noteId === null || underWay.current !== noteId) return;
    underWay.current = null;
    const { title, message } = wordNotice({ kind: "failed" });
    showError(title, message);
  }, [noteId, kind]);
}
