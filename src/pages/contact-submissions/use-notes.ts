import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { useRef, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepNotesDraft, keepRequestDraft } from "#mirror/person/lists/early-access-requests.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";
import { showError } from "#ui/toast.ts";

/** The notes of a request while they are typed. They are stored on the device meanwhile. */
export function useNotes(submission: EarlyAccessRequest, draft: RequestDraft | undefined) {
  const db = useMirror();
  const saved = submission.notes ?? "";
  const stored = draft?.notes ?? saved;
  // The typed text until it is read back: the mirror answers a moment after the key press.
  const [typed, setTyped] = useState<{ text: string; isKept: boolean } | null>(null);
  if (typed?.isKept === true && typed.text === stored) setTyped(null);
  const next = useRef<{ text: string; saved: string } | null>(null);
  const isKeeping = useRef(false);

  async function type(text: string): Promise<void> {
    setTyped({ text, isKept: false });
    next.current = { text, saved };
    // Only one write at a time, always of the latest text: queued writes would be lost if the page
    // is closed.
    if (isKeeping.current) return;
    isKeeping.current = true;
    try {
      while (next.current !== null) {
        const latest: { text: string; saved: string } = next.current;
        next.current = null;
        await keepNotesDraft(db, submission.id, latest.text, latest.saved);
      }
      setTyped((now) => now && { ...now, isKept: true });
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      showError("Not kept on this device", "It is full. Save your notes before you leave.");
    } finally {
      isKeeping.current = false;
    }
  }

  const text = typed?.text ?? stored;
  const isChanged = text !== saved;
  const before = draft?.notesBefore ?? null;
  return {
    text,
    type,
    isChanged,
    /** Whether the typed text would still be there after a reload. */
    isKept: typed === null || typed.isKept,
    /** Whether somebody else changed the saved notes after the editing began. */
    isOvertaken: isChanged && before !== null && before !== saved,
    /** Discards the typed text. */
    forget: async () => {
      await keepRequestDraft(db, submission.id, { notes: null, notesBefore: null });
      setTyped(null);
    },
  };
}
